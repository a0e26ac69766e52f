import terms from '@content/terms.json';
import { BackLink } from '@/ui/button';
import { Page } from '@/ui/page';
import { Sections } from '@/ui/sections';

export function TermsScreen() {
  return (
    <Page title="Terms" above={<BackLink to="/">Back</BackLink>}>
      <Sections sections={terms} />
    </Page>
  );
}
