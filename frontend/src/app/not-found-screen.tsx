import { ButtonLink } from '@/ui/button';
import { useTitle } from '@/ui/page';
import { ScenePage } from '@/ui/scene-page';

/** An address that leads nowhere: calm words, and two ways on. */
export function NotFoundScreen() {
  useTitle('Page Not Found');
  return (
    <ScenePage
      title="Page Not Found"
      action={
        <>
          <ButtonLink to="/" look="lamp" className="min-h-14 px-9">
            Return Home
          </ButtonLink>
          <ButtonLink to="/resources" look="scene" className="min-h-14 px-7">
            Spiritual Resources
          </ButtonLink>
        </>
      }
    >
      There is nothing at this address. Perhaps it was mistyped, or the page has moved.
    </ScenePage>
  );
}
