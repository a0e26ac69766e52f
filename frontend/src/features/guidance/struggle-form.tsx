import { useQuery } from '@tanstack/react-query';
import {
  type FormEvent,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { bringIntoView } from '@/lib/bring-into-view';
import { preloadCrisisScreen } from '@/lib/crisis-fallback';
import { numberInWords } from '@/lib/dates';
import { useDialogs } from '@/lib/dialogs';
import { useWords } from '@/lib/language';
import { useDraft } from '@/lib/use-draft';
import { Button } from '@/ui/button';
import { ChipRow } from '@/ui/chip-row';
import { AlertDialog } from '@/ui/dialog';
import { Icon } from '@/ui/icon';
import { Link } from '@/ui/link';
import { Notice } from '@/ui/notice';
import { bundledTopics, topicsQuery } from './queries';
import type TopicsSheetHere from './topics-sheet';
import { useToday } from './usage';
import { type Trouble, useGuidance } from './use-guidance';
import { home } from './words';

// Without its code the row of chips still has every topic.
const TopicsSheet = lazy<typeof TopicsSheetHere>(() =>
  import('./topics-sheet').catch(() => ({ default: () => <></> })),
);

const MAX_LENGTH = 2000;
/** From this length on the form shows the remaining characters. */
const COUNT_FROM = 1700;

/** The struggle form: text or topic, and the guidance button. */
export function StruggleForm({ isPremium }: { isPremium: boolean }) {
  const location = useLocation();
  const navigate = useNavigate();
  const words = useWords(home);
  const [struggle, setStruggle] = useDraft('struggle');
  const [topicId, setTopicId] = useState<string | null>(location.state?.topicId ?? null);
  // A topic below a letter is answered in the letter's language.
  const [linked] = useState<{ topicId: string; language: string } | null>(
    location.state?.topicId && location.state.language ? location.state : null,
  );
  const [showsAll, setShowsAll] = useState(false);
  const [blankAlert, setBlankAlert] = useState(false);
  const { data: topics = bundledTopics } = useQuery(topicsQuery);
  const chips = topics.map(({ id, name }) => ({ id, name: words.topics[id] ?? name }));
  const today = useToday(isPremium);
  const dialogs = useDialogs();
  const { ask, pending, trouble } = useGuidance(() => setStruggle(''));
  const field = useFieldForNewGuidance();
  const labelId = useId();
  const noteId = useId();

  const arriveWithTopic = useEffectEvent(() => {
    if (!location.state?.topicId) return;
    // Applies the topic of a link once; it is removed from the history state, so that Back and reload do not repeat
    // it.
    setStruggle('');
    navigate(location, { replace: true, state: null });
  });
  useEffect(() => arriveWithTopic(), []);

  const type = (text: string) => {
    setStruggle(text);
    if (text.trim()) setTopicId(null);
  };

  const choose = (id: string) => {
    if (id === topicId) {
      setTopicId(null);
      return;
    }
    setTopicId(id);
    setStruggle('');
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = struggle.trim();
    // Text is sent even at the limit, because the server screens it for a crisis before it counts.
    if (text) ask({ struggle: text });
    else if (today.atLimit) dialogs.showUpgrade(today.resetsAt);
    else if (topicId) ask({ topicId, ...(linked?.topicId === topicId && linked) });
    else setBlankAlert(true);
  };

  return (
    <form onSubmit={submit} aria-busy={pending} noValidate className="low:flex low:flex-col">
      <h2 id={labelId} className="display text-h2 text-ink">
        {words.question}
      </h2>
      <textarea
        ref={field}
        data-draft="struggle"
        aria-labelledby={labelId}
        aria-describedby={noteId}
        value={struggle}
        disabled={pending}
        onFocus={preloadCrisisScreen}
        onChange={(event) => type(event.target.value)}
        rows={3}
        autoComplete="off"
        placeholder={words.placeholder}
        dir="auto"
        className="mt-4 block max-h-72 min-h-28 w-full short:min-h-20 rail:min-h-22 tall:rail:min-h-52 resize-none rounded-field border border-line-strong bg-surface px-5 py-4 text-body field-sizing-content placeholder:text-muted disabled:opacity-60 rail:bg-page"
      />
      <div
        id={noteId}
        className="mt-2.5 flex flex-wrap items-start gap-x-2 gap-y-1 text-small text-muted"
      >
        <Icon name="lock" className="mt-px size-4.5" />
        <p className="flex-1">{words.never}</p>
        {struggle.length >= COUNT_FROM && <Room length={struggle.length} />}
      </div>

      {/* At 200 % zoom the button stands before them, in view. */}
      <div className="mt-4 low:order-last">
        <ChipRow
          legend={words.choose}
          chips={chips}
          chosen={topicId}
          onChoose={choose}
          disabled={pending}
          more={words.chips}
          onShowAll={() => setShowsAll(true)}
        />
      </div>

      <Button type="submit" disabled={pending} className="mt-3 w-full">
        {pending ? words.asking : today.atLimit ? words.atLimit : words.ask}
      </Button>
      <TroubleNotice trouble={trouble} />
      {showsAll && (
        <Suspense fallback={null}>
          <TopicsSheet
            topics={chips}
            chosen={topicId}
            onChoose={choose}
            onClose={() => setShowsAll(false)}
          />
        </Suspense>
      )}
      {blankAlert && <AlertDialog onClose={() => setBlankAlert(false)}>{words.blank}</AlertDialog>}
    </form>
  );
}

/** The shortcut *New guidance* of the installed app focuses the field. */
function useFieldForNewGuidance() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [params] = useSearchParams();
  const isNew = params.has('new');
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew]);
  return field;
}

function Room({ length }: { length: number }) {
  const words = useWords(home);
  const over = length > MAX_LENGTH;
  return (
    <p role="status" className={`basis-full ${over ? 'font-semibold text-danger' : ''}`}>
      {words.room(numberInWords(length), numberInWords(MAX_LENGTH))}
      {over && `. ${words.tooLong}`}
    </p>
  );
}

function TroubleNotice({ trouble }: { trouble: Trouble }) {
  const words = useWords(home);
  if (!trouble) return null;
  if (trouble.kind === 'failed') {
    return (
      // The toast stands above the tab bar, and must not cover it.
      <Notice tone="danger" className="mt-4 scroll-mb-24" ref={bringIntoView}>
        {trouble.message}
      </Notice>
    );
  }
  return (
    <Notice icon="offline" className="mt-4" ref={bringIntoView}>
      {words.offline}{' '}
      <Link to="/instant-support" className="font-semibold underline">
        {words.helpNow}
      </Link>
      .
    </Notice>
  );
}
