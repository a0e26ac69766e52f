import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { continueAsGuest } from '@/lib/guest';
import { hourOf } from '@/lib/hour';
import { buttonClass } from '@/ui/button';
import { Icon, type IconName } from '@/ui/icon';
import { useTitle } from '@/ui/page';
import { SignInLink } from '@/ui/sign-in-link';
import { nearWater, StillWater } from '@/ui/still-water';
import { Wordmark } from '@/ui/wordmark';

const highlights: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'book',
    title: 'Biblical Guidance',
    text: 'A short message of hope, with a passage chosen by people for what you are going through.',
  },
  {
    icon: 'quote',
    title: 'Real Testimonies',
    text: 'Stories from others who have been there, shared without names.',
  },
  {
    icon: 'lock',
    title: 'Safe & Private',
    text: 'Your struggle is read once and never stored. No ads, no trackers.',
  },
  {
    icon: 'help',
    title: 'Instant Support',
    text: 'If you are in danger, the numbers to call come before everything else.',
  },
];

/** What a stranger sees first. A `notice` says why somebody who was inside finds themselves here. */
export function LandingScreen({ notice }: { notice: ReactNode }) {
  useTitle(null);
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <Hero notice={notice} />
      <Highlights />
      <Trust />
    </main>
  );
}

function Hero({ notice }: { notice: ReactNode }) {
  const hour = hourOf(new Date());
  return (
    <section
      className="on-scene relative flex min-h-dvh flex-col overflow-hidden text-white"
      style={{ backgroundColor: nearWater(hour) }}
    >
      <StillWater hour={hour} id="landing" className="absolute inset-0 size-full" />
      <div className="relative mx-auto flex w-full max-w-[76rem] flex-1 flex-col px-6 pt-6 pb-8 md:px-12 rail:pt-8">
        <header className="flex items-center justify-between gap-4">
          <Wordmark />
          <nav
            aria-label="Site"
            className="flex items-center gap-1 text-label font-semibold md:gap-3"
          >
            <Link
              to="/guidelines"
              className="hidden min-h-11 items-center rounded-full px-3 text-white no-underline hover:underline sm:inline-flex"
            >
              Guidelines
            </Link>
            <Link
              to="/instant-support"
              className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-white no-underline hover:underline"
            >
              <Icon name="help" className="size-5" />
              Help now
            </Link>
          </nav>
        </header>
        {notice}
        <h1 className="display mt-[clamp(2rem,7vh,4.5rem)] max-w-[17ch] text-[clamp(2.35rem,9.4vw,2.9rem)] leading-[1.08] rail:text-[clamp(2.9rem,4.9vw,4.6rem)]">
          Find biblical guidance and hope in times of struggle
        </h1>
        <div className="mt-auto pt-64">
          <div className="flex flex-wrap gap-3.5 max-sm:*:w-full">
            <SignInLink className={buttonClass('lamp', 'min-h-14 px-7')}>
              Get Started - It's Free
            </SignInLink>
            <SignInLink className={buttonClass('scene', 'min-h-14 px-7')}>Log In</SignInLink>
          </div>
          <p className="mt-4 text-label text-balance text-white/90 max-sm:text-center">
            Sign in with Google, GitHub or email. No credit card needed.
          </p>
          <p className="max-sm:text-center">
            <button
              type="button"
              onClick={() => {
                continueAsGuest();
                window.scrollTo(0, 0);
              }}
              className="min-h-11 font-semibold text-white underline decoration-white/60 underline-offset-4 hover:decoration-white"
            >
              Continue as guest
            </button>
          </p>
        </div>
      </div>
    </section>
  );
}

function Highlights() {
  return (
    <section aria-label="What you find here" className="mx-auto max-w-[76rem] px-6 py-16 md:px-12">
      <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 xl:grid-cols-4">
        {highlights.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon
              name={icon}
              className={`size-8 ${icon === 'help' ? 'text-help' : 'text-amber-text'}`}
            />
            <h2 className="display mt-3 text-h3 text-ink">{title}</h2>
            <p className="mt-1.5 max-w-[24rem] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Trust() {
  return (
    <section className="bg-sunk px-6 py-11 text-center">
      <h2 className="display text-h3 text-ink">Trusted by believers worldwide</h2>
      <ul className="mt-3 flex flex-wrap justify-center gap-x-7 gap-y-1 text-label text-muted">
        <li>Bible-Based</li>
        <li>Privacy First</li>
        <li>Community Driven</li>
      </ul>
    </section>
  );
}
