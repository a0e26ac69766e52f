/** How often a subscription renews that is not paid every month. It continues the text of the plan's terms. */
import { named } from '@/lib/language';

export const yearly = named('user/yearly', {
  onAfter: ' and every year',
  renews: 'Renews every year',
  trialAfter: ', then it renews every year',
  endOfYear: 'the end of the year you paid for',
  /** Staff have set another interval. */
  otherTrialAfter: ', then it renews',
  otherRenews: 'Renews',
});
