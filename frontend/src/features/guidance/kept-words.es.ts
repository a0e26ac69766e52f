import type { kept } from './kept-words';

export const keptInSpanish: typeof kept = {
  title: 'Las cartas que guardaste',
  none: 'Debajo de cada carta está la opción «Guardar en mi dispositivo». Lo que guardas se abre aquí, también sin conexión.',
  note: (reference, date) => (date ? `${reference} · ${date}` : reference),
  remove: (title) => `Quitar: ${title}`,
  removed: 'Quitada de este dispositivo.',
  putBack: 'Volver a guardarla',
  onDevice: 'Están solo en este dispositivo. Al cerrar sesión se borran.',
};
