/** The long texts in Spanish. They load with the first screen that shows one, and add themselves. */
import guidelines from '@content/guidelines.es.json';
import privacy from '@content/privacy.es.json';
import resources from '@content/resources.es.json';
import terms from '@content/terms.es.json';
import { learn } from '@/lib/language';

learn('es', {
  'pages/guidelines': guidelines,
  'pages/terms': terms,
  'pages/privacy': privacy,
  'pages/resources': resources,
});
