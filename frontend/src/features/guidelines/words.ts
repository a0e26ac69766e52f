/** Text around the guidelines. The guidelines themselves are in `content/`. */
import { named } from '@/lib/language';

export const guidelines = named('guidelines/guidelines', {
  title: 'Guidelines',
  back: 'Back',
});
