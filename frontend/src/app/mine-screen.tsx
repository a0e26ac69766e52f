import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useOutletContext } from 'react-router';
import { OwnLetters } from '@/features/guidance/own-letters';
import { OwnReading } from '@/features/library/own-reading';
import { OwnPrayers } from '@/features/prayer/own-prayers';
import { prayersQuery } from '@/features/prayer/queries';
import { OwnStories } from '@/features/testimony/own-stories';
import { ownTestimoniesQuery } from '@/features/testimony/queries';
import { useWords } from '@/lib/language';
import { wasPremium } from '@/lib/remembered';
import { buttonClass } from '@/ui/button';
import { OwnLoading, OwnSection } from '@/ui/own-section';
import { Page } from '@/ui/page';
import { SignInLink } from '@/ui/sign-in-link';
import { mine } from './mine-words';
import { Waiting } from './shell';
import type { Visitor } from './visitor';
import { shell } from './words';

const Notices = lazy(() => import('@/features/push/notices'));
const SignedInOnly = lazy(async () => ({
  default: (await import('./signed-in-only')).SignedInOnly,
}));

/**
 * One place for what somebody has here: kept letters and the page they read last, from this device; prayers, stories and
 * perhaps letters, from their account. What the device has opens offline.
 */
export function MineScreen() {
  const { kind, user } = useOutletContext<Visitor>();
  const words = useWords(mine);
  if (kind === 'unknown') return <Waiting />;
  if (kind === 'stranger') return <SignedInOnly />;
  const isPremium = user?.isPremium ?? wasPremium();
  return (
    <Page title={words.title} intro={<p>{words.intro}</p>} width="cards">
      <div className="grid items-start gap-5 rail:grid-cols-2">
        <OwnLetters account={kind === 'guest' || user?.blocked ? undefined : { isPremium }} />
        {kind === 'guest' ? <Guest /> : <OfTheAccount isPremium={isPremium} />}
      </div>
    </Page>
  );
}

/** All of it appears at once: a section that arrives later would move the next one. */
function OfTheAccount({ isPremium }: { isPremium: boolean }) {
  const words = useWords(mine);
  const hasPrayers = useQuery(prayersQuery).isFetched;
  const hasStories = useQuery(ownTestimoniesQuery).isFetched;
  return (
    <div className="grid gap-5">
      {isPremium && <OwnReading />}
      {hasPrayers && hasStories ? (
        <>
          <OwnPrayers />
          <OwnStories />
          {/* Last, because it arrives when the server has said that there are notices. */}
          <Suspense fallback={null}>
            <Notices />
          </Suspense>
        </>
      ) : (
        <OwnLoading name={words.loading} />
      )}
    </div>
  );
}

function Guest() {
  const words = useWords(mine);
  const { logIn } = useWords(shell);
  return (
    <OwnSection title={words.guest}>
      <p className="text-label text-muted">{words.guestText}</p>
      <SignInLink returnTo="/mine" className={buttonClass('outline', 'mt-4 mb-2')}>
        {logIn}
      </SignInLink>
    </OwnSection>
  );
}
