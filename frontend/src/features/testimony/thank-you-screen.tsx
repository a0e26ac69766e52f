import { useQuery } from '@tanstack/react-query';
import { useWords } from '@/lib/language';
import { ButtonLink } from '@/ui/button';
import { useTitle } from '@/ui/page';
import { ScenePage } from '@/ui/scene-page';
import { reviewTimeQuery } from './queries';
import { sharing } from './words';

/** The thank-you page after submitting a testimony. */
export function ThankYouScreen() {
  const words = useWords(sharing);
  useTitle(words.thanks);
  const { data } = useQuery(reviewTimeQuery);
  return (
    <ScenePage
      title={words.thanks}
      action={
        <>
          {/* The line is reserved, so that the home link does not move when the text arrives. */}
          <p className="min-h-6 w-full text-label">{data?.hours && words.usually(data.hours)}</p>
          <ButtonLink to="/" variant="accent" className="min-h-14 px-9">
            {words.home}
          </ButtonLink>
        </>
      }
    >
      {words.thanksText}
    </ScenePage>
  );
}
