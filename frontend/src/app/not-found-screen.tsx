import { ButtonLink } from '@/ui/button';
import { Page } from '@/ui/page';

export function NotFoundScreen() {
  return (
    <Page
      title="Page Not Found"
      intro="There is nothing at this address. Perhaps it was mistyped, or the page has moved."
    >
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/">Return Home</ButtonLink>
        <ButtonLink to="/resources" look="outline">
          Spiritual Resources
        </ButtonLink>
      </div>
    </Page>
  );
}
