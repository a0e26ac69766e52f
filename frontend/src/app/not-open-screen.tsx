import { useWords } from '@/lib/language';
import { ButtonLink } from '@/ui/button';
import { Page } from '@/ui/page';
import { elsewhere } from './words';

/** An honest page for a part of the product that does not exist yet. */
export function NotOpenScreen() {
  const words = useWords(elsewhere).notOpen;
  return (
    <Page title={words.title} intro={words.text}>
      <ButtonLink to="/">{words.home}</ButtonLink>
    </Page>
  );
}
