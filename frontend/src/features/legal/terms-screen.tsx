import terms from '@content/terms.json';
import { named, useWords } from '@/lib/language';
import { BackLink } from '@/ui/button';
import { Page } from '@/ui/page';
import { Sections } from '@/ui/sections';
import { legal } from './words';

const english = named('pages/terms', terms);

export function TermsScreen() {
  const words = useWords(legal);
  return (
    <Page title={words.terms} above={<BackLink to="/">{words.back}</BackLink>}>
      <Sections sections={useWords(english)} />
    </Page>
  );
}
