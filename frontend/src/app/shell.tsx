import {
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { LandingScreen } from '@/features/landing/landing-screen';
import { InstantSupportFallback } from '@/features/support/instant-support-numbers';
import { QuietHelp } from '@/features/support/quiet-help';
import { isPastDue, ownsPremium } from '@/features/user/plan';
import type { Farewell } from '@/features/user/use-farewell';
import { useDialogs } from '@/lib/dialogs';
import { useSignInAsked } from '@/lib/guest';
import { useInstallWay } from '@/lib/install';
import { useLanguage, useLanguageOf, useWords } from '@/lib/language';
import { refusals } from '@/lib/refusals';
import { Link } from '@/ui/link';
import { Footer } from './footer';
import { Navigation } from './navigation';
import { optional } from './optional';
import { PremiumEntry } from './premium-entry';
import { PsalmOfTheHour } from './psalm-of-the-hour';
import { TopBar } from './top-bar';
import { useSignedInElsewhere } from './use-signed-in-elsewhere';
import { useVisitor, type Visitor } from './visitor';
import { shell } from './words';

// Rarely needed parts load on demand.
const Goodbye = lazy(() => import('@/features/user/goodbye-screen'));
const SignOutFailed = lazy(() => import('@/features/user/sign-out-failed'));
const AccountNotices = optional(() => import('./account-notices'));
const PendingSignIn = optional(() => import('@/features/landing/pending-sign-in'));
const SignInNotice = optional(() => import('./sign-in-notice'));
const InstallCard = optional(() => import('@/features/installation/install-card'));

/** Screens that need a guest or an account. A signed-out visitor gets the landing page instead. */
const personal = ['/result', '/testimony', '/thank-you'];
/** Screens about help or testimonies: no install or upgrade offers here. */
const undisturbed = ['/instant-support', '/testimony'];
/** How a notice stands on the landing page. */
const notice = 'mb-6 max-w-[34rem]';
/** Lazily loaded screens that consist of a scene, which leaves room for the bars. */
const pictured = ['/result', '/thank-you'];
/** Those with a scene above and more text than fits on the screen. */
const picturedAbove = /^\/(today|passage\/.+)$/;
/** Screens whose words come with the language; those of the others may fail to load, and are English then. */
const inEveryLanguage = ['/', '/instant-support'];
/** How long the help page may load before the bundled helplines replace it. */
const HELP_AFTER_MS = 1500;

/** The layout of every screen, or the landing page for visitors who have not entered. */
export function Shell() {
  const visitor = useVisitor();
  const language = useLanguage();
  const languageOfScreens = useLanguageOf(refusals);
  const { pathname, state } = useLocation();
  const { receipt, signOutFailed, endedElsewhere: endedBefore }: Farewell = state ?? {};
  const isReported = useSignedInElsewhere();
  const endedElsewhere = isReported || endedBefore;
  const signInAsked = useSignInAsked();
  const dialogs = useDialogs();

  const outside = visitor.kind === 'stranger' || visitor.kind === 'unknown';
  const atTheFront = outside && pathname === '/';
  useFocusInNewFrame(visitor.kind, atTheFront);

  if (atTheFront) {
    return (
      <>
        <SkipLink />
        <Suspense fallback={null}>
          {signOutFailed && <SignOutFailed />}
          {receipt && <Goodbye receipt={receipt} />}
        </Suspense>
        {!receipt && (
          <LandingScreen
            above={
              endedElsewhere && (
                <div className="mt-5 min-h-30 max-w-[34rem]">
                  <Suspense fallback={null}>
                    <SignInNotice why="elsewhere" className="" />
                  </Suspense>
                </div>
              )
            }
            psalm={<PsalmOfTheHour />}
            notice={
              <Suspense fallback={null}>
                {signInAsked && <SignInNotice why="asked" className={notice} />}
                {visitor.kind === 'stranger' && <PendingSignIn className={notice} />}
              </Suspense>
            }
          />
        )}
        <Footer />
      </>
    );
  }
  if (visitor.kind === 'stranger' && personal.includes(pathname))
    return <Navigate to="/" replace />;
  return (
    <div className="shell flex min-h-dvh flex-col rail:grid rail:grid-cols-[clamp(220px,16.5rem,24vw)_minmax(0,1fr)]">
      <SkipLink />
      <Navigation
        here={pathname}
        isSignedIn={visitor.kind === 'user' || visitor.kind === 'returning'}
        anchor={Link}
        onUpgrade={() => dialogs.showUpgrade()}
        premium={visitor.user && ownsPremium(visitor.user) && <PremiumEntry owner={visitor.user} />}
      />
      {/* Beside the rail: above it they would move *Help now* out of the window. */}
      <div className="flex flex-1 flex-col rail:min-h-dvh">
        <Suspense fallback={null}>
          {endedElsewhere && !visitor.user && <SignInNotice why="elsewhere" className="m-3" />}
          {signOutFailed && <SignOutFailed />}
          {visitor.user && (visitor.user.blocked || isPastDue(visitor.user)) && (
            <AccountNotices user={visitor.user} here={pathname} />
          )}
        </Suspense>
        <div className="relative flex flex-1 flex-col">
          <TopBar visitor={visitor} />
          <main
            id="main"
            tabIndex={-1}
            lang={inEveryLanguage.includes(pathname) ? language : languageOfScreens}
            className="flex-1 outline-none"
          >
            <Suspense fallback={<WaitingFor pathname={pathname} />}>
              <Outlet context={visitor satisfies Visitor} />
            </Suspense>
          </main>
          <InstallOffer />
          <Footer />
          <QuietHelp />
        </div>
      </div>
    </div>
  );
}

/** Landing page and home share one URL, so switching between them counts as a navigation. */
function useFocusInNewFrame(kind: Visitor['kind'], atTheFront: boolean): void {
  const before = useRef({ kind, atTheFront });
  useLayoutEffect(() => {
    // A late session response is not a navigation. Becoming a guest is one, even before the session is known.
    const isFoundOut = before.current.kind === 'unknown' && kind !== 'guest';
    const moved = before.current.atTheFront !== atTheFront && !isFoundOut;
    if (moved) document.getElementById('main')?.focus({ preventScroll: true });
    before.current = { kind, atTheFront };
  }, [kind, atTheFront]);
}

/** Rendered below and after the screen, so that a late install offer causes no layout shift. */
function InstallOffer() {
  const { pathname } = useLocation();
  const way = useDeferredValue(useInstallWay(), null);
  if (!way || undisturbed.includes(pathname)) return null;
  return (
    <Suspense fallback={null}>
      <InstallCard way={way} />
    </Suspense>
  );
}

function SkipLink() {
  const words = useWords(shell);
  return (
    <a
      href="#main"
      className="absolute top-3 left-3 z-30 rounded-full bg-ink px-5 py-3 text-on-ink not-focus:sr-only"
    >
      {words.skip}
    </a>
  );
}

function WaitingFor({ pathname }: { pathname: string }) {
  if (pictured.includes(pathname)) return <WaitingScene />;
  if (picturedAbove.test(pathname)) return <Waiting height="scene min-h-dvh" />;
  return pathname === '/instant-support' ? <WaitingForHelp /> : <Waiting />;
}

/** The bars lie over a scene, and so over what waits for it. */
export const WaitingScene = () => (
  <Waiting height="scene min-h-[calc(100dvh-68px)] rail:min-h-[calc(100dvh-96px)]" />
);

/** On a slow network the bundled helplines replace the help page until it has loaded. */
function WaitingForHelp() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), HELP_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return late ? <InstantSupportFallback /> : <Waiting />;
}

/** A skeleton with the layout of the coming screen, and as high as it at least. */
export function Waiting({ height = 'min-h-dvh' }: { height?: string }) {
  const words = useWords(shell);
  return (
    <div
      role="status"
      lang={useLanguage()}
      aria-label={words.loading}
      className={`breathe mx-auto max-w-[46rem] px-6 pt-19 rail:px-10 ${height}`}
    >
      <div className="h-10 w-3/5 rounded-full bg-[light-dark(var(--sunk),var(--surface))]" />
      <div className="mt-8 h-44 rounded-card bg-[light-dark(var(--sunk),var(--surface))]" />
    </div>
  );
}
