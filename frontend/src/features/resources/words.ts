/** Text around the resources. Their own text and the category names are content. */

import { numberInWords } from '@/lib/dates';
import { named } from '@/lib/language';

export const resources = named('resources/resources', {
  title: 'Spiritual Resources',
  back: 'Back to Home',
  find: 'Find a resource',
  search: 'Search resources',
  placeholder: 'Search resources...',
  category: 'Category',
  found: (found: number, all: number) =>
    `${numberInWords(found)} of ${numberInWords(all)} resources`,
  nothing: 'No resources found matching your search.',
  more: 'More Resources Coming Soon',
});
