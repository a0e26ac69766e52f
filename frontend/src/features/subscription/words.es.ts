import type { upgrade } from './words';

/** One o'clock is the only hour that is not plural. */
const at = (time: string) => `${/^0?1\D/.test(time) ? 'a la' : 'a las'} ${time}`;

export const upgradeInSpanish: typeof upgrade = {
  title: 'Guía sin límite',
  later: 'Quizá más tarde',
  now: 'Pasar a Premium',
  price: '$20 al mes',
  renews:
    'Se renueva cada mes hasta que canceles; puedes hacerlo en cualquier momento en tu perfil.',
  used: (when) => `Ya has usado la guía gratuita de hoy. Vuelve a empezar ${when}.`,
  freeNow: 'Gratis para ti ahora',
  letter: 'El mensaje de hoy otra vez, u otro pasaje para él',
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
    'Atención preferente y nunca anuncios',
  ],
};
