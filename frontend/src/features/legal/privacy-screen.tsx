import privacy from '@content/privacy.json';
import { named, useWords } from '@/lib/language';
import { BackLink } from '@/ui/button';
import { Page } from '@/ui/page';
import { Sections } from '@/ui/sections';
import { legal } from './words';

const english = named('pages/privacy', privacy);

export function PrivacyScreen() {
  const words = useWords(legal);
  return (
    <Page title={words.privacy} above={<BackLink to="/">{words.back}</BackLink>}>
      <Sections sections={useWords(english)} />
    </Page>
  );
}
