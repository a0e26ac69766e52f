import { useState } from 'react';
import { useWords } from '@/lib/language';
import { useSpeech } from '@/lib/speech';
import { showToast } from '@/lib/toasts';
import { IconButton } from '@/ui/icon-button';
import { Scripture } from '@/ui/scripture';
import type { Letter } from './queries';
import { ReadAround } from './read-around';
import { result } from './result-words';

type Topic = NonNullable<Letter['topic']>;

/** Message and scripture alone; what the user wrote is never copied, shared or spoken. */
const asText = ({ title, content, scripture }: Topic) =>
  `${title}\n\n${content}\n\n“${scripture.text}”\n${scripture.reference} (${scripture.translation})`;

/** The scripture passage with copy, share and listen. */
export function PassageCard({ topic }: { topic: Topic }) {
  const { scripture } = topic;
  const words = useWords(result);
  const [around, setAround] = useState(false);
  return (
    <section
      className="keep-together mt-9 rounded-card bg-surface p-6 pt-8 sm:p-10 sm:pb-6 print:mt-6 print:p-0"
      aria-label={words.scripture}
    >
      {around ? (
        <ReadAround passage={scripture} />
      ) : (
        <Scripture
          passage={scripture}
          className={scripture.text.length > 420 ? 'text-h3' : 'text-[1.45rem] sm:text-h2'}
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
        <span className="flex-1" />
        <Actions topic={topic} />
      </div>
    </section>
  );
}

function Actions({ topic }: { topic: Topic }) {
  const words = useWords(result);
  const speech = useSpeech();
  const [copied, setCopied] = useState(false);
  const text = asText(topic);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      showToast({ title: words.copied, description: words.copiedText, duration: 3000 });
    } catch {
      showToast({ title: words.copyFailed, description: words.copyFailedText });
    }
  };
  // Closing the share sheet rejects the promise; that is not an error.
  const share = () => navigator.share({ title: topic.title, text }).catch(() => {});

  return (
    <>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        label={copied ? words.copied : words.copy}
        onClick={copy}
        className="text-muted hover:bg-sunk hover:text-ink"
      />
      {'share' in navigator && (
        <IconButton
          icon="share"
          label={words.share}
          onClick={share}
          className="text-muted hover:bg-sunk hover:text-ink"
        />
      )}
      {speech && (
        <IconButton
          icon={speech.speaking ? 'stop' : 'listen'}
          label={speech.speaking ? words.stop : words.listen}
          onClick={() => (speech.speaking ? speech.stop() : speech.speak(text))}
          className="text-muted hover:bg-sunk hover:text-ink"
        />
      )}
    </>
  );
}
