import { useEffect, useId, useRef, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { AlsoHide } from './also-hide';
import { PreviewedText } from './previewed-text';
import { isSameWord, type StoryFields, withHidden } from './story';
import { usePreview } from './use-preview';
import { preview, sharing } from './words';

interface HiddenPreviewProps {
  story: Omit<StoryFields, 'consent'>;
  /** Whether the story is on its way: nothing is hidden or shown any more. */
  sending: boolean;
  onAlsoHide: (words: string[]) => void;
  /** Typed to be hidden next, and then taken in. */
  onType: (words: string) => void;
  onTakeIn: () => void;
}

type Part = keyof typeof sharing.parts;

const PARTS = Object.keys(sharing.parts) as Part[];

/** The story as others would read it, and more words to hide. Nothing is stored for it. */
export default function HiddenPreview({
  story,
  sending,
  onAlsoHide,
  onType,
  onTakeIn,
}: HiddenPreviewProps) {
  const [picking, setPicking] = useState(false);
  const say = useWords(preview);
  const { parts } = useWords(sharing);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const { shown, seen, error, pending, changed, withheld, look } = usePreview(story);
  useEffect(() => heading.current?.focus(), []);

  const hide = (words: string) => {
    if (!sending) onAlsoHide(withHidden(story.alsoHide, words));
  };
  const show = (words: string) => {
    if (!sending) onAlsoHide(story.alsoHide.filter((other) => !isSameWord(other, words)));
  };
  const isEmpty = PARTS.every((part) => story[part].trim() === '');

  return (
    <section aria-labelledby={`${id}-heading`} className="rounded-field bg-surface px-5 py-5">
      <h2
        id={`${id}-heading`}
        ref={heading}
        tabIndex={-1}
        className="display text-h3 text-ink outline-none"
      >
        {say.title}
      </h2>
      <p className="text-label text-muted">{say.text}</p>
      <div className="mt-4 grid gap-5" aria-busy={pending}>
        {isEmpty && <Notice>{say.writeFirst}</Notice>}
        {!isEmpty && pending && !shown && (
          <p role="status" className="breathe text-label text-muted">
            {say.reading}
          </p>
        )}
        {error !== null && <Trouble error={error} onRetry={look} />}
        {(changed || withheld) && !pending && !isEmpty && (
          <Notice>
            {withheld ? say.withheld : say.changed}{' '}
            <Button look="quiet" className="min-h-11 px-2" onClick={look}>
              {say.again}
            </Button>
          </Notice>
        )}
        {shown && !isEmpty && (
          <>
            {PARTS.filter((part) => seen[part].trim() !== '').map((part) => (
              <div key={part}>
                <h3 className="font-semibold text-ink text-label">{parts[part].label}</h3>
                <PreviewedText
                  text={seen[part]}
                  spans={shown[part].spans}
                  picking={picking}
                  disabled={sending}
                  onHide={hide}
                  onShow={show}
                />
              </div>
            ))}
            {PARTS.every((part) => shown[part].spans.length === 0) && (
              <p className="text-label text-muted">{say.nothing}</p>
            )}
            <Button
              look="outline"
              aria-pressed={picking}
              className="w-full sm:w-auto sm:justify-self-start"
              onClick={() => setPicking(!picking)}
            >
              {picking ? say.chosen : say.choose}
            </Button>
          </>
        )}
        {!isEmpty && (
          <AlsoHide
            words={story.alsoHide}
            typed={story.hideNext}
            sending={sending}
            onType={onType}
            onAdd={onTakeIn}
            onShow={show}
          />
        )}
      </div>
    </section>
  );
}

function Trouble({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const say = useWords(preview);
  const { parts } = useWords(sharing);
  const known = isApiError(error) ? Object.entries(error.fields) : [];
  const offline = !isApiError(error);
  return (
    <Notice tone="danger" {...(offline ? { icon: 'offline' as const } : {})}>
      {known.map(([field, message]) => (
        <p key={field}>
          {field in parts && `${parts[field as Part].label} `}
          {message}
        </p>
      ))}
      {known.length === 0 && <p>{offline ? say.offline : say.failed}</p>}
      <Button look="quiet" className="-ml-2 min-h-11 px-2" onClick={onRetry}>
        {say.tryAgain}
      </Button>
    </Notice>
  );
}
