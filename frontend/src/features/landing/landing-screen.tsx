import type { ReactNode } from 'react';
import { continueAsGuest } from '@/lib/guest';
import { hourOf } from '@/lib/hour';
import { useWords } from '@/lib/language';
import { signInWays } from '@/lib/product';
import { buttonClass } from '@/ui/button';
import { Icon, type IconName } from '@/ui/icon';
import { nearWater } from '@/ui/light';
import { Link } from '@/ui/link';
import { useTitle } from '@/ui/page';
import { SignInLink } from '@/ui/sign-in-link';
import { StillWater } from '@/ui/still-water';
import { Wordmark } from '@/ui/wordmark';
import { landing } from './words';

const highlights = [
  ['guidance', 'book'],
  ['testimonies', 'quote'],
  ['privacy', 'lock'],
  ['support', 'help'],
] as const satisfies readonly (readonly [keyof typeof landing.highlights, IconName])[];

interface LandingProps {
  /** Why a former user sees it: above everything else. */
  above?: ReactNode;
  /** What waits for the visitor: above the buttons. */
  notice: ReactNode;
  /** The psalm of this hour: below the hero. */
  psalm?: ReactNode;
}

/** The landing page of signed-out visitors. */
export function LandingScreen({ above, notice, psalm }: LandingProps) {
  useTitle(null);
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <Hero above={above} notice={notice} />
      <div className="mx-auto max-w-[76rem] px-6 pt-12 empty:hidden md:px-12">{psalm}</div>
      <Highlights />
      <Trust />
    </main>
  );
}

function Hero({ above, notice }: LandingProps) {
  const hour = hourOf(new Date());
  const words = useWords(landing);
  return (
    <section
      className="on-scene relative flex min-h-dvh flex-col overflow-hidden text-white rail:min-h-[min(100dvh,52rem)] min-[100rem]:min-h-[min(100dvh,64rem)]"
      style={{ backgroundColor: nearWater(hour) }}
    >
      <StillWater hour={hour} id="landing" className="absolute inset-0 size-full" />
      <div className="relative mx-auto flex w-full max-w-[76rem] flex-1 flex-col px-6 pt-6 pb-8 md:px-12 rail:pt-8">
        <header className="flex items-center justify-between gap-4">
          <Wordmark />
          <nav
            aria-label={words.site}
            className="flex items-center gap-1 text-label font-semibold md:gap-3"
          >
            <Link
              to="/guidelines"
              className="hidden min-h-11 items-center rounded-full px-3 text-white no-underline hover:underline sm:inline-flex"
            >
              {words.guidelines}
            </Link>
            <Link
              to="/instant-support"
              className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-white no-underline hover:underline"
            >
              <Icon name="help" className="size-5" />
              {words.helpNow}
            </Link>
          </nav>
        </header>
        {above}
        <h1 className="display mt-[clamp(2rem,7vh,4.5rem)] max-w-[17ch] text-[clamp(2.35rem,9.4vw,2.9rem)] leading-[1.08] rail:text-[clamp(2.9rem,4.9vw,4.6rem)] min-[100rem]:mt-8">
          {words.headline}
        </h1>
        <div className="mt-auto">
          <div className={`flex flex-col justify-end pt-8 ${above ? 'min-h-24' : 'min-h-64'}`}>
            {notice}
          </div>
          <div className="flex flex-wrap gap-3.5 max-sm:*:w-full">
            <SignInLink className={buttonClass('accent', '', 'large')}>{words.start}</SignInLink>
            <SignInLink className={buttonClass('scene', '', 'large')}>{words.logIn}</SignInLink>
          </div>
          <p data-ways className="mt-4 text-label text-balance text-white/90 max-sm:text-center">
            {words.ways(signInWays())}
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
              {words.asGuest}
            </button>
          </p>
        </div>
      </div>
    </section>
  );
}

function Highlights() {
  const words = useWords(landing);
  return (
    <section aria-label={words.whatYouFind} className="mx-auto max-w-[76rem] px-6 py-16 md:px-12">
      <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 xl:grid-cols-4">
        {highlights.map(([name, icon]) => (
          <li key={name}>
            <Icon
              name={icon}
              className={`size-8 ${icon === 'help' ? 'text-help' : 'text-amber-text'}`}
            />
            <h2 className="display mt-3 text-h3 text-ink">{words.highlights[name].title}</h2>
            <p className="mt-1.5 max-w-[24rem] text-muted">{words.highlights[name].text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Trust() {
  const words = useWords(landing);
  return (
    <section className="bg-sunk px-6 py-11 text-center">
      <h2 className="display text-h3 text-ink">{words.trusted}</h2>
      <ul className="mt-3 flex flex-wrap justify-center gap-x-7 gap-y-1 text-label text-muted">
        {words.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}
