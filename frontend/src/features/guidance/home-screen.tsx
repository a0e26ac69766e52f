import { type ReactNode, useEffect, useState } from 'react';
import { dayInWords } from '@/lib/dates';
import { dayOf, hourOf } from '@/lib/hour';
import { currentLanguage, useWords } from '@/lib/language';
import { ownTask } from '@/lib/tasks';
import { welcomeAt } from '@/lib/welcome';
import { Icon, type IconName } from '@/ui/icon';
import { nearWater } from '@/ui/light';
import { Link, type LinkProps } from '@/ui/link';
import { useTitle } from '@/ui/page';
import { StillWater } from '@/ui/still-water';
import { keptLetters } from './kept-letter';
import { StruggleForm } from './struggle-form';
import { useKept } from './use-kept';
import { home } from './words';

const MAX_NAME_LEN = 20;

interface HomeScreenProps {
  firstName: string | null;
  isPremium: boolean;
  /** What a subscriber has here: it stands first beside the form. */
  own?: ReactNode;
  /** The psalm of this hour. */
  psalm?: ReactNode;
}

/** The home screen: the struggle form over the scene, and links below. */
export function HomeScreen({ firstName, isPremium, own, psalm }: HomeScreenProps) {
  useTitle(null);
  const words = useWords(home);
  const now = new Date();
  const hour = hourOf(now);
  return (
    <div className="mx-auto max-w-[100rem] rail:grid rail:min-h-[calc(100dvh-72px)] rail:grid-cols-[minmax(0,1.42fr)_minmax(260px,1fr)] rail:gap-6 rail:px-6 rail:pb-6">
      <section
        className="relative flex flex-col overflow-hidden rail:sticky rail:top-6 rail:min-h-[calc(100dvh-96px)] rail:self-start rail:rounded-card"
        style={{ backgroundColor: nearWater(hour) }}
      >
        <div className="on-scene relative min-h-[clamp(14rem,52dvh-9.5rem,18rem)] flex-1 px-6 pt-[4.6rem] pb-10 text-white short:h-22 low:h-18 short:min-h-0 short:flex-none short:py-0 md:px-8 rail:min-h-60 rail:px-10 rail:pt-8">
          <StillWater
            hour={hour}
            id="home"
            className="absolute inset-x-0 top-0 h-[calc(100%+150px)] w-full"
          />
          {/* Where the screen is short, they are only heard: the field and the button come first. */}
          <p data-moment className="relative font-serif text-lead short:sr-only">
            <Today key={`${currentLanguage()} ${dayOf(now)}`} />
          </p>
          <h1
            data-welcome
            className="display relative max-w-[18ch] short:sr-only text-[clamp(1.9rem,8.9vw,2.1rem)] leading-[1.12] sm:text-display md:max-w-none"
          >
            {welcomeAt(now, callingName(firstName))}
          </h1>
        </div>
        <div className="relative rail:p-5 rail:pt-0">
          <div className="rounded-t-[44px] bg-page px-6 pt-6 pb-8 short:rounded-t-[28px] short:pt-4 md:px-8 rail:rounded-card rail:bg-surface rail:pb-6">
            <div className="mx-auto max-w-[44rem]">
              <StruggleForm isPremium={isPremium} />
            </div>
          </div>
        </div>
      </section>
      <aside
        className={`mx-auto grid max-w-[48rem] content-start gap-4 px-6 pb-10 sm:grid-cols-2 md:px-8 rail:max-w-none rail:grid-cols-1 rail:gap-5 rail:p-0 ${own ? 'rail:grid-rows-[auto_auto_auto_auto_1fr]' : 'rail:grid-rows-[auto_auto_auto_1fr]'}`}
      >
        {own}
        {psalm}
        <Card to="/testimony" icon="pen" title={words.share}>
          {words.shareText}
        </Card>
        <Card to="/instant-support" icon="help" title={words.support}>
          {words.supportText}
        </Card>
        <Readings />
      </aside>
    </div>
  );
}

/** A long first name would overlap the scene's light, so only its first part is used, or none. */
function callingName(firstName: string | null): string | null {
  if (firstName === null || firstName.length <= MAX_NAME_LEN) return firstName;
  const first = firstName.split(/[\s-]/)[0] ?? '';
  return first.length <= MAX_NAME_LEN ? first : null;
}

/** Today's date, set after the first render: the first use of `Intl` takes as long as rendering the screen. */
function Today() {
  const [today, setToday] = useState('\u00a0');
  useEffect(() => {
    let isWanted = true;
    void ownTask().then(() => {
      if (isWanted) setToday(dayInWords(new Date()));
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return today;
}

interface CardProps {
  to: string;
  icon: IconName;
  title: string;
  children: string;
}

function Card({ to, icon, title, children }: CardProps) {
  return (
    <Link
      to={to}
      className="group flex items-start gap-4.5 rounded-card bg-surface p-6 no-underline transition-shadow hover:shadow-lift rail:p-7"
    >
      <Icon
        name={icon}
        className={`mt-1 size-7 ${icon === 'help' ? 'text-help' : 'text-amber-text'}`}
      />
      <span>
        <span className="display block text-h3 text-ink">{title}</span>
        <span className="mt-1.5 block text-label text-muted">{children}</span>
      </span>
    </Link>
  );
}

/** Links to the library by category, static so that this screen needs no data. */
function Readings() {
  const words = useWords(home);
  useKept();
  const kept = keptLetters();
  return (
    <section className="flex flex-col rounded-card bg-surface p-6 sm:col-span-2 rail:col-span-1 rail:px-8 rail:py-6">
      <h2 className="display text-h3 text-ink">
        <Link
          to="/resources"
          className="-my-2.5 inline-flex min-h-11 items-center no-underline hover:underline"
        >
          {words.resources}
        </Link>
      </h2>
      <ul className="mt-2 flex flex-1 flex-col">
        {kept.length === 1 && (
          <Reading to="/result" state={{ kept: kept[0]?.id }}>
            {words.keptLetter}
          </Reading>
        )}
        {kept.length > 1 && <Reading to="/mine">{words.keptLetters}</Reading>}
        {words.shelves.map(([category, name]) => (
          <Reading key={category} to={`/resources?category=${category}`}>
            {name}
          </Reading>
        ))}
      </ul>
    </section>
  );
}

function Reading({ children, ...link }: LinkProps) {
  return (
    <li className="grid max-h-18 flex-1 border-line not-first:border-t">
      <Link
        {...link}
        className="flex min-h-13 items-center justify-between gap-4 text-body no-underline hover:underline rail:min-h-11"
      >
        {children}
        <Icon name="forward" className="size-5 text-muted" />
      </Link>
    </li>
  );
}
