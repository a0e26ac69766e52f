import type { latest, prayers, writing, written } from './words';

export const prayersInSpanish: typeof prayers = {
  title: 'Peticiones de oración',
  intro:
    'Tus propias palabras, guardadas bajo llave. Nadie las lee, a menos que las compartas con el equipo de oración.',
  loading: 'Cargando tus oraciones',
  failed: 'No se pudieron cargar tus oraciones',
  list: 'Tus oraciones',
  none: 'Todavía no hay oraciones. Lo que escribes se guarda aquí, y puedes volver para ver qué respuesta tuvo.',
  deleted: 'Borramos tu oración.',
  lapsed: 'Tu Premium terminó',
  lapsedText:
    'Puedes seguir leyendo tus oraciones, marcarlas como respondidas, descargarlas y borrarlas. Para escribir más hace falta Premium.',
  premium: 'Las peticiones de oración son parte de Premium',
  premiumText:
    'Escribe tus peticiones, compártelas con nuestro equipo de oración si quieres, y vuelve a ver cuáles tuvieron respuesta. Ayuda ahora sigue abierta para todos.',
};

export const writingInSpanish: typeof writing = {
  label: '¿Por quién o por qué quieres orar?',
  note: 'Se guarda cifrada. Nadie de nuestro equipo la abre si no la compartes.',
  room: (used, most) => `${used} de ${most}`,
  blank: 'Escribe tu oración, por favor.',
  tooLong: (most) => `Que no pase de ${most} caracteres, por favor.`,
  share: 'Compartir con el equipo de oración',
  shareHint:
    'Unas pocas personas de nuestro equipo podrán leerla tal como la escribiste y orar por ti. No verán quién la escribió. No pongas los nombres que prefieras guardarte.',
  keep: 'Guardar esta oración',
  keeping: 'Guardando…',
  failed: 'No se pudo guardar tu oración',
  stillHere: 'Tus palabras siguen aquí.',
  kept: 'Tu oración está guardada.',
  notKept: 'Tu oración todavía no está guardada. Sigue aquí, para cuando quieras enviarla.',
};

export const writtenInSpanish: typeof written = {
  answered: 'Respondida',
  prayedOn: 'Alguien oró por esto el ',
  answeredOn: 'Respondida el ',
  share: 'Compartir con el equipo de oración',
  shared:
    'El equipo puede leerla tal como la escribiste. No ve quién la escribió. Apaga esto para dejar de compartirla.',
  notShared: 'Ahora solo la puedes leer tú.',
  failed: 'No se pudo guardar',
  notAnswered: 'Todavía sin respuesta',
  notAnsweredOf: (date) => `Todavía sin respuesta: la oración del ${date}`,
  mark: 'Marcar como respondida',
  markOf: (date) => `Marcar como respondida la oración del ${date}`,
  delete: 'Borrar',
  deleteOf: (date) => `Borrar la oración del ${date}`,

  how: '¿Cómo llegó la respuesta?',
  howHint: 'Puedes dejarlo en blanco. Solo lo vas a ver tú.',
  keeping: 'Guardando…',
  kept: 'El cambio está guardado.',
  notKept: 'Tu respuesta todavía no está guardada. Sigue aquí, para cuando quieras enviarla.',
  cancel: 'Cancelar',

  asks: {
    title: '¿Borrar esta oración?',
    forGood: 'Tus palabras se borran para siempre.',
    team: ' El equipo de oración ya no podrá leerlas.',
    keep: 'Cancelar',
    act: 'Borrar la oración',
    acting: 'Borrando…',
    failed: 'No se pudo borrar tu oración',
    failedText: 'No cambió nada. Revisa tu conexión e inténtalo de nuevo.',
  },
};

export const latestInSpanish: typeof latest = {
  title: 'Oraciones',
  all: 'Todas las oraciones',
  none: 'Aquí quedan tus oraciones, y puedes volver para ver qué respuesta tuvieron.',
  premium: 'Con Premium puedes escribir tus peticiones, y volver a ver cuáles tuvieron respuesta.',
  answered: (date) => `Respondida el ${date}`,
  prayed: (date) => `Alguien oró por esto el ${date}`,
};
