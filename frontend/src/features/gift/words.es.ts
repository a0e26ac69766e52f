import type { gift } from './words';

export const giftInSpanish: typeof gift = {
  title: 'Un año de Premium para ti',
  loading: 'Buscando tu regalo…',
  failed: 'No pudimos abrir tu regalo',
  open: 'Alguien te regaló un año de Premium.',
  what: 'Guía diaria sin límite, peticiones de oración y la biblioteca de enseñanzas. No se cobra nada, y termina por sí solo.',
  already: 'Si ya pagas Premium, el año empieza cuando termine tu suscripción. No se pierde nada.',
  signIn: 'Entrar para aceptarlo',
  signInText: 'Después vuelves directo aquí. Si no tienes cuenta, la creas al entrar.',
  accept: 'Aceptar el regalo',
  accepting: 'Aceptando…',
  notAccepted: 'Esta vez no se pudo aceptar',
  yours: 'Es tuyo',
  until: (day) => `Premium está activo hasta el ${day}. Termina por sí solo.`,
  held: (days) => `Ya pagas Premium. Tus ${days} días empiezan cuando termine tu suscripción.`,
  done: 'Ya lo aceptaste. En tu perfil ves cuánto dura.',
  start: 'Empezar con Premium',
  profile: 'Ir a tu perfil',
  states: {
    own: {
      title: 'Este es el regalo que diste',
      text: 'Pásale este enlace a la persona para quien es. Tú no puedes aceptarlo.',
    },
    used: {
      title: 'Este regalo ya se aceptó',
      text: 'Cada enlace se puede usar una vez. Si era para ti, pregúntale a quien te lo mandó.',
    },
    expired: {
      title: 'Este regalo ya no se puede aceptar',
      text: 'El plazo venció. Quien te lo mandó puede escribirnos.',
    },
    ended: {
      title: 'Este regalo terminó',
      text: 'El pago se devolvió, así que el enlace ya no sirve.',
    },
    unknown: {
      title: 'No conocemos este regalo',
      text: 'Quizá falta una parte del enlace. Ábrelo otra vez desde el mensaje que recibiste, por favor.',
    },
  },
  home: 'Ir al inicio',
};
