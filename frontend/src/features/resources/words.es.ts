import { numberInWords } from '@/lib/dates';
import type { resources } from './words';

export const resourcesInSpanish: typeof resources = {
  title: 'Recursos espirituales',
  back: 'Volver al inicio',
  find: 'Encontrar un recurso',
  search: 'Buscar recursos',
  placeholder: 'Buscar recursos…',
  category: 'Categoría',
  found: (found, all) => `${numberInWords(found)} de ${numberInWords(all)} recursos`,
  nothing: 'Ningún recurso coincide con tu búsqueda.',
  more: 'Pronto habrá más recursos',
};
