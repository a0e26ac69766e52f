import type { guidelines } from './words';

export const guidelinesInSpanish: typeof guidelines = {
  title: 'Pautas',
  back: 'Volver',
};
