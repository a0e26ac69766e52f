import { useState } from 'react';
import { bringIntoView } from '@/lib/bring-into-view';
import { hourOf } from '@/lib/hour';
import { useWords } from '@/lib/language';
import { Icon } from '@/ui/icon';
import { Notice } from '@/ui/notice';
import { PassageActions } from '@/ui/passage-actions';
import { Scripture } from '@/ui/scripture';
import { type Letter, readLetter } from './queries';
import { ReadAround } from './read-around';
import { result } from './result-words';
import { TranslationPicker } from './translation-picker';

type Topic = NonNullable<Letter['topic']>;

/** Message and scripture alone; what the user wrote is never copied or spoken. */
const asText = ({ title, content, scripture }: Topic) =>
  `${title}\n\n${content}\n\n“${scripture.text}”\n${scripture.reference} (${scripture.translation})`;

interface PassageCardProps {
  letter: Letter;
  topic: Topic;
  /** Called with the same letter and another passage, or the same in another translation. */
  onAnother(letter: Letter): void;
}

/** What became of the last press, said below the buttons. */
interface Said {
  text: string;
  isTrouble?: true;
}

interface Says {
  say(said: Said | null): void;
}

/** The scripture passage with the line that leads to it, another one, and copy, listen, pray and send. */
export function PassageCard({ letter, topic, onAnother }: PassageCardProps) {
  const { scripture } = topic;
  const words = useWords(result);
  // What was asked for opens with what stands around it.
  const [around, setAround] = useState(letter.asked);
  const [hour] = useState(() => hourOf(new Date()));
  const text = asText(topic);
  const [last, setLast] = useState<(Said & { about: string }) | null>(null);
  const say = (said: Said | null) => setLast(said && { ...said, about: text });
  // Of another letter or passage it is not true any more.
  const said = last?.about === text ? last : null;
  return (
    <section
      id="passage"
      tabIndex={-1}
      className="keep-together mt-9 rounded-card bg-surface p-6 pt-8 outline-none sm:p-10 sm:pb-6 wide:col-start-2 wide:row-span-2 wide:row-start-1 wide:mt-0 wide:self-start wide:p-7 wide:pb-5 print:mt-6 print:p-0"
      aria-label={words.scripture}
    >
      {letter.bridge && (
        <p lang={letter.language} className="mb-5 text-body">
          {letter.bridge}
        </p>
      )}
      {around ? (
        <ReadAround passage={scripture} />
      ) : (
        <Scripture
          passage={scripture}
          className={
            scripture.text.length > 420
              ? 'text-h3 wide:text-[1.25rem]'
              : 'text-[1.45rem] sm:text-h2 wide:text-h3'
          }
        />
      )}
      <div className="no-print mt-5 -ml-2.5 flex flex-wrap items-center gap-x-1 gap-y-2">
        <button
          type="button"
          aria-expanded={around}
          onClick={() => setAround(!around)}
          className="min-h-11 rounded-full px-3 font-semibold text-water hover:underline"
        >
          {around ? words.backToPassage : words.around}
        </button>
        {!letter.offline && !letter.asked && !around && (
          <Another letter={letter} topic={topic} onAnother={onAnother} say={say} />
        )}
        <span className="flex-1" />
        <span className="flex items-center gap-x-1">
          <CopyButton text={text} say={say} />
        </span>
      </div>
      <div role="status" className="no-print">
        {said && !said.isTrouble && <p className="mt-1 text-label text-muted">{said.text}</p>}
      </div>
      {said?.isTrouble && (
        <Notice tone="danger" className="no-print mt-3" ref={bringIntoView}>
          {said.text}
        </Notice>
      )}
      <PassageActions
        passage={scripture}
        hour={hour}
        prayer={letter.prayer?.words ?? null}
        text={text}
        lang={letter.language}
        className="mt-4 wide:*:w-full"
      />
      {!letter.offline && (
        <div className="no-print mt-4">
          <TranslationPicker
            scripture={scripture}
            language={letter.language}
            onTranslated={(translated) =>
              onAnother({ ...letter, topic: { ...topic, scripture: translated } })
            }
          />
        </div>
      )}
    </section>
  );
}

/** Another passage for the same letter; it is not counted. */
function Another({ letter, topic, onAnother, say }: PassageCardProps & Says) {
  const words = useWords(result);
  const [busy, setBusy] = useState(false);
  const fetchAnother = async () => {
    setBusy(true);
    say(null);
    try {
      const { topic: other, bridge } = await readLetter(
        letter.situation?.id ?? topic.id,
        letter.language,
      );
      if (other.scripture.reference === topic.scripture.reference) {
        say({ text: words.noOther });
      } else {
        onAnother({ ...letter, bridge, topic: { ...topic, scripture: other.scripture } });
      }
    } catch {
      say({ text: words.notOpened, isTrouble: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      aria-busy={busy}
      aria-disabled={busy}
      onClick={() => {
        if (!busy) void fetchAnother();
      }}
      className="min-h-11 rounded-full px-3 font-semibold text-water hover:underline"
    >
      {words.another}
    </button>
  );
}

/** It says that it has copied until the passage is another one. */
function CopyButton({ text, say }: { text: string } & Says) {
  const words = useWords(result);
  const [last, setLast] = useState<string | null>(null);
  const isCopied = last === text;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setLast(text);
      say({ text: words.copiedText });
    } catch {
      say({ text: words.notCopied, isTrouble: true });
    }
  };

  return (
    <button
      type="button"
      onClick={copy}
      className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 font-semibold text-muted hover:bg-sunk hover:text-ink"
    >
      <Icon name={isCopied ? 'check' : 'copy'} className="size-5.5" />
      {isCopied ? words.copied : words.copy}
    </button>
  );
}
