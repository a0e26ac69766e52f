import { useQuery } from '@tanstack/react-query';
import { useWords } from '@/lib/language';
import { ButtonLink } from '@/ui/button';
import { useTitle } from '@/ui/page';
import { ScenePage } from '@/ui/scene-page';
import { reviewTimeQuery } from './queries';
import { sharing } from './words';

/** A quiet end: the picture, a few sentences and the way home. */
export function ThankYouScreen() {
  const words = useWords(sharing);
  useTitle(words.thanks);
  const { data } = useQuery(reviewTimeQuery);
  return (
    <ScenePage
      title={words.thanks}
      action={
        <>
          {/* Its line is kept free, so that the way home does not move when it comes. */}
          <p className="min-h-6 w-full text-label">{data?.hours && words.usually(data.hours)}</p>
          <ButtonLink to="/" look="lamp" className="min-h-14 px-9">
            {words.home}
          </ButtonLink>
        </>
      }
    >
      {words.thanksText}
    </ScenePage>
  );
}
