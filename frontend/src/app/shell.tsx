import { Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { LandingScreen } from '@/features/landing/landing-screen';
import { Footer } from './footer';
import { Navigation } from './navigation';
import { SignedInElsewhere } from './signed-in-elsewhere';
import { TopBar } from './top-bar';
import { useVisitor, type Visitor } from './visitor';

/** Screens which need a guest or an account. A stranger begins at the landing page. */
const personal = ['/result', '/testimony', '/thank-you'];
/** Screens whose picture reaches under the top bar on phones. */
const pictured = ['/', '/result', '/thank-you'];

/** The frame of every screen, and the landing page for those who have not come in yet. */
export function Shell() {
  const visitor = useVisitor();
  const { pathname } = useLocation();

  const outside = visitor.kind === 'stranger' || visitor.kind === 'unknown';

  if (outside && pathname === '/') {
    return (
      <>
        <SkipLink />
        <SignedInElsewhere />
        <LandingScreen />
        <Footer inRail={false} />
      </>
    );
  }
  if (visitor.kind === 'stranger' && personal.includes(pathname))
    return <Navigate to="/" replace />;
  return (
    <div className="rail:grid rail:grid-cols-[clamp(220px,16.5rem,24vw)_minmax(0,1fr)]">
      <SkipLink />
      <SignedInElsewhere />
      <Navigation />
      <div className="relative flex min-h-dvh flex-col pb-19 rail:pb-0">
        <TopBar visitor={visitor} overScene={pictured.includes(pathname)} />
        <main id="main" className="flex-1">
          <Suspense fallback={<Waiting />}>
            <Outlet context={visitor satisfies Visitor} />
          </Suspense>
        </main>
        <Footer inRail={pictured.includes(pathname)} />
      </div>
    </div>
  );
}

function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute top-3 left-3 z-30 rounded-full bg-ink px-5 py-3 text-on-ink not-focus:sr-only"
    >
      Skip to the content
    </a>
  );
}

/** What is coming, in outline: the layout is there before the screen. */
function Waiting() {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="breathe mx-auto min-h-dvh max-w-[46rem] px-6 pt-12"
    >
      <div className="h-10 w-3/5 rounded-full bg-sunk" />
      <div className="mt-6 h-44 rounded-card bg-sunk" />
    </div>
  );
}
