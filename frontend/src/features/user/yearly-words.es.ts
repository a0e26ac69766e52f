import type { yearly } from './yearly-words';

export const yearlyInSpanish: typeof yearly = {
  onAfter: ' y cada año',
  renews: 'Se renueva cada año',
  trialAfter: ', y después se renueva cada año',
  endOfYear: 'el final del año que pagaste',
  otherTrialAfter: ', y después se renueva',
  otherRenews: 'Se renueva',
};
