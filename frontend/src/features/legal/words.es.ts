import type { legal } from './words';

export const legalInSpanish: typeof legal = {
  terms: 'Términos',
  privacy: 'Privacidad',
  back: 'Volver',
};
