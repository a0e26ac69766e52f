import sections from '@content/guidelines.json';
import { named, useWords } from '@/lib/language';
import { BackLink } from '@/ui/button';
import { Page } from '@/ui/page';
import { Sections } from '@/ui/sections';
import { guidelines } from './words';

const english = named('pages/guidelines', sections);

/** The guidelines: how to use the app, community rules, and when to seek professional help. */
export function GuidelinesScreen() {
  const words = useWords(guidelines);
  return (
    <Page title={words.title} above={<BackLink to="/">{words.back}</BackLink>}>
      <Sections sections={useWords(english)} />
    </Page>
  );
}
