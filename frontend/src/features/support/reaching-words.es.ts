import type { support } from './reaching-words';

export const supportInSpanish: typeof support = {
  title: 'Apoyo inmediato',
  urgentBefore: 'Si una vida está en peligro, ',
  urgentAfter: ' ahora. Todas las líneas de abajo atienden día y noche.',
  urgentElsewhere: 'Si una vida está en peligro, llama ahora al número de emergencias de tu zona.',
  always: 'Siempre hay ayuda. Puedes volver cuando quieras en busca de guía espiritual.',

  leaving: 'Salir rápido también cierra mi sesión',
  leavingHint:
    'En este dispositivo, la próxima vez que se abra este sitio. Quita la marca solo si nadie más usa este dispositivo.',

  hard: '¿Por qué cuesta pedir ayuda?',
  doubts: [
    [
      'No quiero ser una carga.',
      'Quienes contestan eligieron estar ahí. Prefieren que llames demasiado pronto a que llames demasiado tarde.',
    ],
    [
      'No sabría qué decir.',
      'Puedes empezar con «No sé qué decir». Lo han oído muchas veces, y te harán la siguiente pregunta.',
    ],
    [
      'Tal vez manden a la policía.',
      'La mayoría de las llamadas y los mensajes no pasa de una conversación. Se pide ayuda de emergencia cuando una vida está en peligro inmediato y no hay otra forma de protegerla. Puedes preguntarles cómo lo deciden.',
    ],
    [
      'No es para tanto.',
      'No hay un mínimo. Si duele tanto que te lo preguntas, ya es motivo para llamar.',
    ],
    [
      'Debería poder superarlo orando.',
      'Pedir ayuda a una persona no es falta de fe. Dios ha respondido muchas oraciones enviando a alguien.',
    ],
  ],
  message: 'Un mensaje que puedes enviar',
  messageText:
    'A una amistad, a un pastor, a alguien de confianza. Se abre en tu aplicación de mensajes; tú eliges a quién se lo mandas. Si alguien más revisa tu teléfono, mejor llama, o borra el mensaje después.',
  messages: [
    'La estoy pasando mal y no quiero estar a solas con esto. ¿Puedes llamarme?',
    'Ahora mismo no estoy a salvo sin compañía. ¿Puedes venir, o quedarte conmigo al teléfono?',
    'No tienes que arreglar nada. ¿Me respondes algo, para que sepa que estás ahí?',
  ],
};
