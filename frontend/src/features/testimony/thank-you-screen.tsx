import { ButtonLink } from '@/ui/button';
import { useTitle } from '@/ui/page';
import { ScenePage } from '@/ui/scene-page';

/** A quiet end: the picture, three sentences and the way home. */
export function ThankYouScreen() {
  useTitle('Thank You for Sharing');
  return (
    <ScenePage
      title="Thank You for Sharing"
      action={
        <ButtonLink to="/" look="lamp" className="min-h-14 px-9">
          Return Home
        </ButtonLink>
      }
    >
      Your story was submitted for review. It will encourage others once it is approved.
    </ScenePage>
  );
}
