import privacy from '@content/privacy.json';
import { useWords } from '@/lib/language';
import { BackLink } from '@/ui/button';
import { Page } from '@/ui/page';
import { Sections } from '@/ui/sections';
import { legal } from './words';

export function PrivacyScreen() {
  const words = useWords(legal);
  return (
    <Page title={words.privacy} above={<BackLink to="/">{words.back}</BackLink>}>
      <Sections sections={privacy} />
    </Page>
  );
}
