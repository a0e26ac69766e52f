import type { kept, withAccount } from './kept-words';

export const keptInSpanish: typeof kept = {
  title: 'Las cartas que guardaste',
  none: 'Debajo de cada carta está la opción «Guardar en mi dispositivo». Lo que guardas se abre aquí, también sin conexión.',
  note: (reference, date) => (date ? `${reference} · ${date}` : reference),
  remove: (title) => `Quitar: ${title}`,
  removed: 'Quitada de este dispositivo.',
  removedFromBoth: 'Quitada de este dispositivo. También se quita de tu cuenta.',
  putBack: 'Volver a guardarla',
  onDevice: 'Están solo en este dispositivo. Al cerrar sesión se borran.',
};

export const withAccountInSpanish: typeof withAccount = {
  choice: 'Guardarlas también en mi cuenta',
  what: 'Bajo llave, para que nadie más pueda leerlas. Así las tienes en cada dispositivo en el que entres. Si lo desactivas, se borran de tu cuenta.',
  turnedOn: 'Listo. Ahora tu cuenta guarda tus cartas.',
  turnedOff: 'Listo. Tu cuenta ya no tiene cartas. Las de este dispositivo siguen aquí.',
  both: 'También están en tu cuenta. Al cerrar sesión se borran solo en este dispositivo.',
  ended:
    'Tu Premium terminó. Lo que tiene tu cuenta sigue siendo tuyo: puedes leerlo y quitarlo. Las cartas nuevas quedan en este dispositivo.',
  discreet: (count) =>
    count === 1
      ? 'Una carta trata de algo muy privado, así que solo la tiene este dispositivo.'
      : `${count} cartas tratan de algo muy privado, así que solo las tiene este dispositivo.`,
  waiting: (count) =>
    count === 1
      ? 'Por ahora una carta está solo en este dispositivo. Pasa a tu cuenta cuando haya conexión.'
      : `Por ahora ${count} cartas están solo en este dispositivo. Pasan a tu cuenta cuando haya conexión.`,
  full: (count, most) =>
    count === 1
      ? `En tu cuenta caben ${most}, así que una carta queda solo en este dispositivo. Quita una para hacer lugar.`
      : `En tu cuenta caben ${most}, así que ${count} cartas quedan solo en este dispositivo. Quita algunas para hacer lugar.`,
  refused: (count) =>
    count === 1
      ? 'Una carta de una versión anterior queda solo en este dispositivo.'
      : `${count} cartas de versiones anteriores quedan solo en este dispositivo.`,
  failed: 'No hubo conexión con tu cuenta. Las cartas de este dispositivo están a salvo.',
  notChanged: 'Ahora mismo no se cambió nada',
  noRoom:
    'En este navegador no caben todas las cartas de tu cuenta. Allí están a salvo, y se abren en tus otros dispositivos.',
};
