import type { home } from './words';

export const homeInSpanish: typeof home = {
  question: '¿Qué llevas dentro?',
  placeholder: 'Con tus propias palabras. Por ejemplo: el trabajo me angustia y no puedo dormir…',
  never: 'Se lee una vez para buscar tu pasaje. Nunca se guarda.',
  choose: 'O elige algo que a muchos les pesa',
  chips: { open: 'Ver todos', close: 'Ver menos' },
  topics: {
    anxiety: 'Ansiedad y preocupación',
    fear: 'Miedo',
    grief: 'Duelo y pérdida',
    depression: 'Depresión y tristeza',
    loneliness: 'Soledad',
    'guilt-shame': 'Culpa y vergüenza',
    forgiveness: 'Perdonar a otros',
    anger: 'Enojo',
    temptation: 'Tentación',
    addiction: 'Adicción',
    marriage: 'Matrimonio',
    'breakup-divorce': 'Ruptura y divorcio',
    parenting: 'Crianza de los hijos',
    'family-conflict': 'Conflictos en la familia',
    finances: 'Dinero y sustento',
    work: 'Trabajo y desempleo',
    illness: 'Enfermedad y dolor',
    doubt: 'Duda y fe',
    purpose: 'Propósito y llamado',
    decisions: 'Decisiones y guía',
    'self-worth': 'Autoestima e identidad',
    waiting: 'La espera y la oración sin respuesta',
    weariness: 'Cansancio y agotamiento',
    envy: 'Envidia y comparación',
  },
  ask: 'Recibir guía y apoyo',
  asking: 'Buscando…',
  atLimit: 'Límite del día alcanzado',
  blank: 'Cuéntanos lo que te pesa o elige un tema',
  room: (used, most) => `${used} de ${most}`,
  tooLong: 'Acórtalo un poco, por favor.',

  failed: 'No pudimos darte guía',
  failedAgain: 'No pudimos darte guía. Inténtalo de nuevo, por favor.',
  wait: (seconds) => {
    if (seconds > 90) {
      return `Espera ${Math.ceil(seconds / 60)} minutos e inténtalo de nuevo, por favor.`;
    }
    const time = seconds === 1 ? '1 segundo' : `${seconds} segundos`;
    return `Espera ${time} e inténtalo de nuevo, por favor.`;
  },
  offline:
    'Parece que no tienes conexión, y no pudimos leer tus palabras. Siguen aquí. Un tema de la fila de arriba se abre sin conexión, y también los números de',
  helpNow: 'Ayuda ahora',

  premium: 'Premium',
  today: (count, limit) => `${count}/${limit} hoy`,
  upgrade: 'Pasar a Premium',

  share: 'Compartir un testimonio',
  shareText:
    'Lo que te ayudó puede llegar a alguien esta noche. Sin nombres, y una persona lo lee antes.',
  support: 'Apoyo inmediato',
  supportText:
    'Personas a las que puedes llamar o escribir a cualquier hora del día o de la noche.',
  keptLetter: 'El mensaje que guardaste',
  keptLetters: 'Los mensajes que guardaste',
  resources: 'Recursos espirituales',
  shelves: [
    ['anxiety', 'Ansiedad y preocupación'],
    ['grief', 'Duelo y pérdida'],
    ['strength', 'Fuerza y esperanza'],
    ['temptation', 'Tentación'],
    ['love', 'El amor de Dios'],
    ['purpose', 'Propósito y sentido'],
  ],
};
