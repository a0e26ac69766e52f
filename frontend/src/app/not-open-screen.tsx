import { ButtonLink } from '@/ui/button';
import { Page } from '@/ui/page';

/** An honest page for a part of the product that does not exist yet. */
export function NotOpenScreen() {
  return (
    <Page
      title="Not open yet"
      intro="This part is still being built. Nothing was charged and nothing was changed."
    >
      <ButtonLink to="/">Back to Home</ButtonLink>
    </Page>
  );
}
