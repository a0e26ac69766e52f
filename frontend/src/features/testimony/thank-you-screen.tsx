import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/ui/button';
import { useTitle } from '@/ui/page';
import { ScenePage } from '@/ui/scene-page';
import { reviewTimeQuery } from './queries';

/** A quiet end: the picture, a few sentences and the way home. */
export function ThankYouScreen() {
  useTitle('Thank You for Sharing');
  const { data } = useQuery(reviewTimeQuery);
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
      <span className="mt-3 block min-h-[1.6em]">{data?.hours && usually(data.hours)}</span>
    </ScenePage>
  );
}

/** The measured time, rounded as people would say it. */
function usually(hours: number): string {
  if (hours <= 1) return 'It is usually read within an hour.';
  if (hours <= 20) return `It is usually read within ${hours} hours.`;
  const days = Math.ceil(hours / 24);
  return days === 1
    ? 'It is usually read within a day.'
    : `It is usually read within ${days} days.`;
}
