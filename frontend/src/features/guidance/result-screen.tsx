import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { hourOf } from '@/lib/hour';
import { useWords } from '@/lib/language';
import { shownLetter } from '@/lib/shown-letter';
import { languageOfTranslation } from '@/lib/translation';
import { ButtonLink } from '@/ui/button';
import { LeaveQuickly } from '@/ui/leave-quickly';
import { nearWater } from '@/ui/light';
import { Link } from '@/ui/link';
import { Notice } from '@/ui/notice';
import { useTitle } from '@/ui/page';
import { ScenePage } from '@/ui/scene-page';
import { StillWater } from '@/ui/still-water';
import { Alternatives } from './alternatives';
import { KeepLetter } from './keep-letter';
import { beginningOf, isPassageAlone, keptLetter, paragraphsOf } from './kept-letter';
import { PassageCard } from './passage-card';
import { PrayerWords } from './prayer-words';
import { carriedLetter, keepLetter, type Letter, letterQuery } from './queries';
import { restoreLetter } from './restored-letter';
import { result } from './result-words';
import { Sources } from './sources';
import { Testimonies } from './testimonies';
import { UnreadLanguage } from './unread-language';
import { WasNear } from './was-near';

type Topic = NonNullable<Letter['topic']>;

/** The guidance as a letter: title, message, passage, then testimonies and library passages. */
export function ResultScreen() {
  const { data } = useQuery(letterQuery);
  const { state } = useLocation();
  // The shown letter stays on the screen even if it is no longer cached.
  const [kept] = useState(() => keptLetter(state?.kept));
  // A letter that was opened from this one.
  const [opened, setOpened] = useState<Letter | null>(null);
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown =
    opened || (state?.kept && kept) || data || carriedLetter() || (isShownBefore(kept) && kept);
  const { restored, isRestoring } = useRestored(!shown?.topic);
  const letter = shown || restored || kept;
  if (isRestoring) return <Restoring />;
  if (!letter?.topic) return <NoLetter />;
  const change = (next: Letter) => {
    keepLetter(client, next);
    setOpened(next);
  };
  const open = (next: Letter) => {
    change(next);
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <LetterPage
      letter={letter}
      topic={letter.topic}
      heading={heading}
      onChange={change}
      onOpened={open}
    />
  );
}

/** Whether the saved letter is the one of before a reload: it has everything, and it opens offline. */
function isShownBefore(kept: Letter | null): boolean {
  const shown = shownLetter();
  const id = kept?.situation?.id ?? kept?.topic?.id;
  return shown?.id === id && shown?.reference === kept?.topic?.scripture.reference;
}

/** The letter of before a reload. */
function useRestored(isWanted: boolean) {
  // Other letters that are opened later are no reason to read it again.
  const [shown] = useState(shownLetter);
  const { data, isLoading } = useQuery({
    queryKey: ['guidance', 'restored', shown],
    queryFn: shown ? () => restoreLetter(shown) : skipToken,
    enabled: isWanted,
  });
  return { restored: data, isRestoring: isLoading };
}

function Restoring() {
  const words = useWords(result);
  useTitle(words.title);
  return (
    <div role="status" aria-label={words.opening} className="rail:mx-6">
      <Strip />
    </div>
  );
}

function NoLetter() {
  const words = useWords(result);
  useTitle(words.title);
  return (
    <ScenePage
      title={words.none}
      action={
        <ButtonLink to="/" variant="accent" size="large">
          {words.home}
        </ButtonLink>
      }
    />
  );
}

interface LetterPageProps {
  letter: Letter;
  topic: Topic;
  heading: RefObject<HTMLHeadingElement | null>;
  onChange(letter: Letter): void;
  onOpened(letter: Letter): void;
}

function LetterPage({ letter, topic, heading, onChange, onOpened }: LetterPageProps) {
  const words = useWords(result);
  // A victim of domestic violence may be watched: the screen offers the quick exit and saves nothing on the device.
  const mayBeWatched = topic.id === 'refuge';
  // The browser history stores the document title, so it must not name the struggle.
  useTitle(words.title);
  return (
    <article className="pb-14">
      <Opening title={topic.title} lang={letter.language} heading={heading} />
      <div className="mx-auto max-w-[52rem] px-6 pt-6 md:px-10 rail:pt-9 wide:grid wide:max-w-[76rem] wide:grid-cols-[minmax(0,1fr)_23rem] wide:grid-rows-[auto_1fr] wide:gap-x-12 print:m-0 print:px-0 print:pt-4">
        {/* The first picture ends with the message: what stands beside and below it comes with the app. */}
        <div data-picture-ends>
          {letter.offline && (
            <Notice icon="offline" className="no-print mb-6">
              {words.offline}
            </Notice>
          )}
          {letter.unreadLanguage && <UnreadLanguage language={letter.unreadLanguage} />}
          {mayBeWatched && <LeaveQuickly className="no-print mb-6" />}
          {/* Where the passage is all there is, it is in sight already. */}
          {!isPassageAlone(topic) && <Epigraph passage={topic.scripture} />}
          <p className="font-semibold text-amber-text">{letter.asked ? words.asked : words.hope}</p>
          <div
            data-message
            lang={letter.language}
            className="mt-2 max-w-[39rem] font-serif text-[1.22rem] leading-[1.58] text-body"
          >
            {paragraphsOf(topic.content).map((paragraph) => (
              <p key={paragraph} className="mt-4 first:mt-0">
                {paragraph}
              </p>
            ))}
          </div>
        </div>
        <PassageCard letter={letter} topic={topic} onAnother={onChange} />
        <div className="wide:col-start-1">
          {letter.prayer && <PrayerWords prayer={letter.prayer} lang={letter.language} />}
          <Next letter={letter} mayKeep={!mayBeWatched} />
          {letter.asksNear && (
            <WasNear
              key={`${topic.id} ${topic.scripture.reference}`}
              letter={letter}
              topic={topic}
            />
          )}
          <Alternatives letter={letter} onOpened={onOpened} />
          {letter.testimonies.length > 0 && <Testimonies testimonies={letter.testimonies} />}
          <Sources sources={letter.sources} />
          <Related letter={letter} heading={headingOf(letter, topic)} />
        </div>
      </div>
    </article>
  );
}

/** The beginning of the passage above the letter, where the passage itself is below the fold. It leads there. */
function Epigraph({ passage }: { passage: Topic['scripture'] }) {
  return (
    <figure
      lang={languageOfTranslation(passage.translation)}
      className="no-print mb-7 border-l-2 border-amber pl-4.5 wide:hidden"
    >
      <blockquote data-epigraph className="scripture text-[1.3rem] text-ink">
        {beginningOf(passage.text)}
      </blockquote>
      <figcaption>
        <a
          href="#passage"
          data-epigraph-of
          className="inline-flex min-h-11 items-center text-label font-semibold text-amber-text no-underline hover:underline"
        >
          {passage.reference}
        </a>
      </figcaption>
    </figure>
  );
}

/** Where to go from here: after a passage that was asked for, to the field for what they carry. */
function Next({ letter, mayKeep }: { letter: Letter; mayKeep: boolean }) {
  const words = useWords(result);
  if (letter.asked) {
    return (
      <div className="no-print mt-8 flex flex-wrap gap-3 max-sm:*:w-full">
        <ButtonLink to="/?new" icon="pen">
          {words.tell}
        </ButtonLink>
        {mayKeep && <KeepLetter letter={letter} variant="outline" />}
      </div>
    );
  }
  return (
    <div className="no-print mt-8 flex flex-wrap gap-3 max-sm:*:w-full">
      {mayKeep && <KeepLetter letter={letter} variant="primary" />}
      <ButtonLink to="/" variant="outline">
        {words.more}
      </ButtonLink>
      {/* Nobody is asked for their story while their grief is fresh: it is there, and it is quiet. */}
      <ButtonLink to="/testimony" variant="quiet">
        {words.shareStory}
      </ButtonLink>
    </div>
  );
}

interface OpeningProps {
  title: string;
  lang: string;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** A low strip of water: the title in its sky on wide screens, below it on phones. Print drops the scene. */
function Opening({ title, lang, heading }: OpeningProps) {
  return (
    <div className="grid rail:mx-6">
      <Strip />
      <div className="relative col-start-1 -mt-8 rounded-t-[36px] bg-page px-6 pt-7 md:px-10 rail:on-scene rail:row-start-1 rail:mt-0 rail:bg-transparent rail:px-4 rail:pb-13 print:m-0 print:p-0">
        {/* As wide as the letter below. */}
        <div className="mx-auto max-w-[calc(52rem-80px)] wide:max-w-[calc(76rem-80px)]">
          <h1
            ref={heading}
            lang={lang}
            tabIndex={-1}
            className="display text-[1.95rem] leading-[1.14] text-ink rail:max-w-[30ch] rail:text-h1 rail:text-white"
          >
            {title}
          </h1>
        </div>
      </div>
    </div>
  );
}

/** Dark enough for white text at every hour. */
const BEHIND_TITLE =
  'linear-gradient(to right, rgb(4 32 43 / .8), rgb(4 32 43 / .66) 55%, rgb(4 32 43 / 0) 85%)';

/** At most 160 px of water, so that the passage is in sight. */
function Strip() {
  const hour = hourOf(new Date());
  return (
    <div
      className="relative col-start-1 row-start-1 h-40 overflow-hidden rail:h-auto rail:min-h-40 rail:rounded-card print:hidden"
      style={{ backgroundColor: nearWater(hour) }}
    >
      <StillWater
        hour={hour}
        id="result"
        frame="wide"
        className="absolute -top-4 left-0 h-[calc(100%+44px)] w-full rail:-top-8 rail:h-[calc(100%+64px)] rail:w-[150%] rail:max-w-none"
      />
      <div
        className="absolute inset-0 hidden rail:block"
        style={{ backgroundImage: BEHIND_TITLE }}
      />
    </div>
  );
}

type RelatedHeading = 'carrying' | 'near' | 'related';

function headingOf({ asked }: Letter, { id }: Topic): RelatedHeading {
  if (asked) return 'carrying';
  return id === 'comfort' ? 'near' : 'related';
}

/** Related topics. They link home with the topic preselected, so that a slip does not use up a request. */
function Related({ letter, heading }: { letter: Letter; heading: RelatedHeading }) {
  const words = useWords(result);
  const { related: topics, language } = letter;
  if (topics.length === 0) return null;
  return (
    <nav className="no-print mt-12" aria-labelledby="related-topics">
      <h2 id="related-topics" className="display text-h3 text-ink">
        {words[heading]}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2.5">
        {topics.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/"
              state={{ topicId: id, language }}
              lang={language}
              className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-4.5 text-label text-ink no-underline hover:border-line-strong"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
