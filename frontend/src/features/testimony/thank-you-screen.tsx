import { hourOf } from '@/lib/hour';
import { ButtonLink } from '@/ui/button';
import { useTitle } from '@/ui/page';
import { nearWater, StillWater } from '@/ui/still-water';

/** A quiet end: the picture, three sentences and the way home. */
export function ThankYouScreen() {
  useTitle('Thank You for Sharing');
  const hour = hourOf(new Date());
  return (
    <section
      className="on-scene relative flex min-h-[calc(100dvh-68px)] flex-col overflow-hidden text-white rail:mx-6 rail:min-h-[calc(100dvh-96px)] rail:rounded-card"
      style={{ backgroundColor: nearWater(hour) }}
    >
      <StillWater hour={hour} id="thank-you" className="absolute inset-0 size-full" />
      <div className="relative mx-auto flex w-full max-w-[44rem] flex-1 flex-col items-center px-6 pt-[clamp(5.5rem,14vh,9rem)] pb-10 text-center">
        <h1 className="display text-h1 sm:text-display">Thank You for Sharing</h1>
        <p className="mt-4 max-w-[30rem] text-lead">
          Your story was submitted for review. It will encourage others once it is approved.
        </p>
        <ButtonLink to="/" look="lamp" className="mt-auto min-h-14 px-9">
          Return Home
        </ButtonLink>
      </div>
    </section>
  );
}
