import type { result } from './result-words';

export const resultInSpanish: typeof result = {
  title: 'Tu carta',
  none: 'No hay ninguna carta para mostrar. Vuelve e inténtalo de nuevo, por favor.',
  home: 'Volver al inicio',
  offline:
    'No tienes conexión. Este mensaje venía con la aplicación y no cuenta para tu límite del día.',
  hope: 'Mensaje de esperanza',
  shareStory: 'Contar tu historia (sin tu nombre)',
  more: 'Recibir otra carta',
  alternatives: 'Se parece más a…',
  alsoAbout: (situation) => `También escribiste sobre: ${situation}`,
  opening: 'Abriendo…',
  notOpened: 'No se pudo abrir esta carta. Inténtalo de nuevo en un momento, por favor.',
  prayer: 'Una oración corta',
  plainPrayer: 'Si no oras',
  another: 'Otro pasaje',
  noOther: 'Por hoy, estos son todos los pasajes para esto.',
  asked: 'De la Biblia',
  carrying: '¿Qué llevas dentro?',
  tell: 'Cuéntalo con tus propias palabras',
  translation: 'Traducción',
  notTranslated: 'No se pudo abrir esta traducción. Inténtalo de nuevo en un momento, por favor.',
  near: '¿Se acerca más a algo de esto?',
  related: 'Quizá también te pese esto',

  scripture: 'Escritura',
  around: 'Leer en su contexto',
  backToPassage: 'Volver al pasaje',
  aroundWaiting: 'Abriendo el capítulo…',
  aroundFailed:
    'No se pudieron cargar los versículos de alrededor. Inténtalo de nuevo cuando tengas conexión, por favor.',
  copy: 'Copiar',
  copied: 'Copiado',
  copiedText: 'Ya puedes pegar el mensaje y el pasaje.',
  notCopied: 'No se pudo copiar. Selecciona el texto y cópialo, por favor.',

  sources: 'De nuestros maestros',
  sourceBefore: 'De la biblioteca: ',
  sourceAfter: (page) => `, pág. ${page}`,

  keep: 'Guardar en mi dispositivo',
  keepText:
    'Queda guardada en tu dispositivo y se abre sin conexión. Quien use este dispositivo puede leerla. Toca otra vez para quitarla.',
  keepBothText:
    'Queda guardada en tu dispositivo, donde se abre sin conexión y quien lo use puede leerla, y bajo llave en tu cuenta. Toca otra vez para quitarla de los dos.',
  notKept:
    'Tu navegador no nos deja guardar nada aquí. Puede que su memoria esté desactivada o llena.',

  keptEnough: (most) =>
    `Aquí ya tienes ${most} cartas guardadas y no caben más. Primero quita una en Lo mío.`,

  stories: 'Historias de esperanza',
  showStories: 'Ver historias',
  readMore: 'Leer más',
  showLess: 'Ver menos',
  wasNear: {
    ask: '¿Se acerca a lo que vives?',
    answers: ['Sí', 'No mucho'],
    thanks: 'Gracias.',
    thanksNotQuite: 'Gracias. Eso nos ayuda a escribir mejores cartas.',
    failed: 'No se pudo enviar. Puedes dejarlo así.',
  },
  prayed: {
    pray: 'Oré por esto',
    thanks: 'Gracias. Quien escribió esto sabrá que alguien oró.',
    failed: 'No se pudo enviar. Inténtalo de nuevo en un momento, por favor.',
    offline: 'No tienes conexión, y no se pudo enviar. Tu oración igual fue oída.',
    gone: 'Esta historia ya no se muestra.',
  },
  report: {
    ask: 'Reportar esta historia',
    asking: 'Enviando…',
    title: '¿Reportar esta historia?',
    text: 'Si nombra a alguien, si puede hacerle daño a quien la lea o si no va aquí, avísanos. Alguien de nuestro equipo la leerá otra vez. Quien la escribió no sabrá que fuiste tú.',
    cancel: 'Cancelar',
    send: 'Reportar',
    thanks: 'Gracias. Alguien de nuestro equipo leerá otra vez esta historia.',
    failed: 'No se pudo enviar el reporte. Inténtalo de nuevo en un momento, por favor.',
    offline: 'No tienes conexión. Avísanos cuando la tengas, por favor.',
    gone: 'Esta historia ya no se muestra.',
  },
};
