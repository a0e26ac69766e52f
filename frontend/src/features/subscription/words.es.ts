import type { premium, upgrade } from './words';

/** One o'clock is the only hour that is not plural. */
const at = (time: string) => `${/^0?1\D/.test(time) ? 'a la' : 'a las'} ${time}`;

export const upgradeInSpanish: typeof upgrade = {
  title: 'Guía sin límite',
  later: 'Quizá más tarde',
  now: 'Pasar a Premium',
  price: 'US$20 al mes',
  renews: 'Se renueva cada mes hasta que canceles. Puedes hacerlo cuando quieras en tu perfil.',
  used: (when) => `Ya usaste la guía gratuita de hoy. La tendrás otra vez ${when}.`,
  freeNow: 'Gratis para ti ahora',
  letter: 'El mensaje de hoy otra vez, o con otro pasaje',
  readings: 'Lecturas y oraciones',
  help: 'Alguien con quien hablar',
  without: 'Sin límite',
  atMidnight: 'a medianoche',
  today: (time) => `hoy ${at(time)}`,
  tomorrow: (time) => `mañana ${at(time)}`,
  benefits: [
    'Guía diaria sin límite',
    'Peticiones de oración personales',
    'Biblioteca de enseñanzas más amplia',
    'Atención prioritaria, siempre sin anuncios',
  ],
};

export const premiumInSpanish: typeof premium = {
  title: 'Tu Premium',
  close: 'Cerrar',
  on: 'Premium está activo.',
  renews: (day) => `Premium está activo. Se renueva el ${day}.`,
  until: (day) => `Premium sigue activo hasta el ${day}.`,
  given: (day) => `Un regalo de nuestro equipo, válido hasta el ${day}.`,
  paused: 'Premium está en pausa. En tu perfil ves por qué y qué puedes hacer.',
  prayers: 'Tus oraciones',
  library: 'La biblioteca de enseñanzas',
  profile: 'Tu plan, en tu perfil',
};
