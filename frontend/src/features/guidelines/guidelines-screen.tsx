import guidelines from '@content/guidelines.json';
import { BackLink } from '@/ui/button';
import { Page } from '@/ui/page';
import { Sections } from '@/ui/sections';

/** How the app is meant, what is expected, and when to turn to professional help. */
export function GuidelinesScreen() {
  return (
    <Page title="Guidelines" above={<BackLink to="/">Back</BackLink>}>
      <Sections sections={guidelines} />
    </Page>
  );
}
