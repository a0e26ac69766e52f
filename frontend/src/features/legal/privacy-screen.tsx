import privacy from '@content/privacy.json';
import { BackLink } from '@/ui/button';
import { Page } from '@/ui/page';
import { Sections } from '@/ui/sections';

export function PrivacyScreen() {
  return (
    <Page title="Privacy" above={<BackLink to="/">Back</BackLink>}>
      <Sections sections={privacy} />
    </Page>
  );
}
