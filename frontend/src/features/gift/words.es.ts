import type { gift } from './words';

export const giftInSpanish: typeof gift = {
  title: 'Un año de Premium para ti',
  loading: 'Buscando tu regalo…',
  failed: 'No pudimos llegar a tu regalo',
  open: 'Alguien te regaló un año de Premium.',
  what: 'Guía diaria sin límite, peticiones de oración y la biblioteca de enseñanzas. No se cobra nada, y termina por sí solo.',
  already:
    'Si ya pagas Premium, el año espera hasta que termine tu suscripción. No se pierde nada.',
  signIn: 'Entrar para aceptarlo',
  signInText: 'Después vuelves directo aquí. Si no tienes cuenta, la creas al entrar.',
  accept: 'Aceptar el regalo',
  accepting: 'Aceptando…',
  notAccepted: 'Ahora mismo no se pudo aceptar',
  yours: 'Es tuyo',
  until: (day) => `Premium está activo hasta el ${day}. Termina por sí solo.`,
  held: (days) =>
    `Ya pagas Premium. ${days} días esperan, y empiezan cuando termine tu suscripción.`,
  done: 'Está aceptado. Tu perfil dice cuánto dura.',
  start: 'Empezar con Premium',
  profile: 'Ir a tu perfil',
  states: {
    own: {
      title: 'Este es el regalo que diste',
      text: 'Pasa este enlace a la persona para quien es. Tú no puedes aceptarlo.',
    },
    used: {
      title: 'Este regalo ya fue aceptado',
      text: 'Cada enlace se puede usar una vez. Si era para ti, pregunta a quien te lo mandó.',
    },
    expired: {
      title: 'Este regalo ya no se puede aceptar',
      text: 'Su plazo terminó. Quien te lo mandó puede escribirnos.',
    },
    ended: {
      title: 'Este regalo terminó',
      text: 'Su pago fue devuelto, así que el enlace ya no abre nada.',
    },
    unknown: {
      title: 'No conocemos este regalo',
      text: 'Quizá falta una parte del enlace. Ábrelo otra vez desde el mensaje que recibiste, por favor.',
    },
  },
  home: 'Ir al inicio',
};
