import terms from '@content/terms.json';
import { useWords } from '@/lib/language';
import { BackLink } from '@/ui/button';
import { Page } from '@/ui/page';
import { Sections } from '@/ui/sections';
import { legal } from './words';

export function TermsScreen() {
  const words = useWords(legal);
  return (
    <Page title={words.terms} above={<BackLink to="/">{words.back}</BackLink>}>
      <Sections sections={terms} />
    </Page>
  );
}
