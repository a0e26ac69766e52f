import { useQuery } from '@tanstack/react-query';
import { useWords } from '@/lib/language';
import { wasSignedIn } from '@/lib/remembered';
import { ButtonLink } from '@/ui/button';
import { useTitle } from '@/ui/page';
import { ScenePage } from '@/ui/scene-page';
import { reviewTimeQuery } from './queries';
import { own, sharing } from './words';

/** The thank-you page after submitting a testimony. */
export function ThankYouScreen() {
  const words = useWords(sharing);
  const { title } = useWords(own);
  // Also offline: it is the session of the last answer.
  const isSignedIn = wasSignedIn();
  useTitle(words.thanks);
  const { data } = useQuery(reviewTimeQuery);
  return (
    <ScenePage
      title={words.thanks}
      action={
        <>
          {/* The line is reserved, so that the home link does not move when the text arrives. */}
          <p className="min-h-6 w-full text-label">{data?.hours && words.usually(data.hours)}</p>
          <ButtonLink to="/" variant="accent" size="large">
            {words.home}
          </ButtonLink>
          {isSignedIn && (
            <ButtonLink to="/testimonies" variant="scene" size="large">
              {title}
            </ButtonLink>
          )}
        </>
      }
    >
      {words.thanksText}
    </ScenePage>
  );
}
