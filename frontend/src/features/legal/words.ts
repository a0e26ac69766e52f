/** Text around the terms and the privacy notice, which are in `content/`. */
import { named } from '@/lib/language';

export const legal = named('legal/legal', {
  terms: 'Terms',
  privacy: 'Privacy',
  back: 'Back',
});
