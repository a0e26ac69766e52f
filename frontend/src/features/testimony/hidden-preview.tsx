import { useEffect, useId, useRef, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { AlsoHide } from './also-hide';
import { PreviewedText } from './previewed-text';
import { usePreview } from './use-preview';
import { isSameWord, type TestimonyFields, withHidden } from './validation';
import { preview, sharing } from './words';

interface HiddenPreviewProps {
  testimony: Omit<TestimonyFields, 'consent'>;
  /** Whether the testimony is being sent: nothing can be hidden or shown any more. */
  sending: boolean;
  onAlsoHide: (words: string[]) => void;
  /** The field for the next word to hide, and its add action. */
  onType: (words: string) => void;
  onTakeIn: () => void;
}

type Part = keyof typeof sharing.parts;

const PARTS = Object.keys(sharing.parts) as Part[];

/** The preview of the redacted testimony, with more words to hide. The server stores nothing for it. */
export default function HiddenPreview({
  testimony,
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
  const { shown, seen, notFound, error, pending, changed, withheld, look } = usePreview(testimony);
  useEffect(() => heading.current?.focus(), []);

  const hide = (words: string) => {
    if (!sending) onAlsoHide(withHidden(testimony.alsoHide, words));
  };
  const show = (words: string) => {
    if (!sending) onAlsoHide(testimony.alsoHide.filter((other) => !isSameWord(other, words)));
  };
  const missing = notFound.filter((words) => testimony.alsoHide.includes(words));
  const isEmpty = PARTS.every((part) => testimony[part].trim() === '');

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
            <Button variant="quiet" size="inline" onClick={look}>
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
              variant="outline"
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
            words={testimony.alsoHide}
            typed={testimony.hideNext}
            sending={sending}
            onType={onType}
            onAdd={onTakeIn}
            onShow={show}
          />
        )}
        <div role="status">
          {!isEmpty && missing.length > 0 && (
            <Notice>
              {missing.map((words) => (
                <p key={words} className="wrap-anywhere">
                  {say.notFound(words)}
                </p>
              ))}
            </Notice>
          )}
        </div>
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
    <Notice {...(offline ? { icon: 'offline' as const } : { tone: 'danger' as const })}>
      {known.map(([field, message]) => (
        <p key={field}>
          {field in parts && `${parts[field as Part].label} `}
          {message}
        </p>
      ))}
      {known.length === 0 && <p>{offline ? say.offline : say.failed}</p>}
      <Button variant="quiet" size="inline" className="-ml-2" onClick={onRetry}>
        {say.tryAgain}
      </Button>
    </Notice>
  );
}
