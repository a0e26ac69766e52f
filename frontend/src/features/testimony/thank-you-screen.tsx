import { useWords } from '@/lib/language';
import { ButtonLink } from '@/ui/button';
import { useTitle } from '@/ui/page';
import { ScenePage } from '@/ui/scene-page';
import { sharing } from './words';

/** A quiet end: the picture, three sentences and the way home. */
export function ThankYouScreen() {
  const words = useWords(sharing);
  useTitle(words.thanks);
  return (
    <ScenePage
      title={words.thanks}
      action={
        <ButtonLink to="/" look="lamp" className="min-h-14 px-9">
          {words.home}
        </ButtonLink>
      }
    >
      {words.thanksText}
    </ScenePage>
  );
}
