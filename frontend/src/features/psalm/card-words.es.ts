import type { psalmCard } from './card-words';

export const psalmCardInSpanish: typeof psalmCard = {
  titles: {
    dawn: 'El salmo de esta mañana',
    day: 'El salmo de hoy',
    dusk: 'El salmo de esta noche',
    night: 'El salmo de esta noche',
  },
};
