import { useId } from 'react';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { MAX_HIDDEN_LEN, MAX_HIDDEN_WORDS } from './story';
import { preview } from './words';

interface AlsoHideProps {
  words: string[];
  /** What is typed and not yet among them. */
  typed: string;
  /** Whether the story is on its way: nothing is hidden or shown any more. */
  sending: boolean;
  onType: (words: string) => void;
  onAdd: () => void;
  onShow: (words: string) => void;
}

/** A field for more words to hide, and those chosen so far. */
export function AlsoHide({ words, typed, sending, onType, onAdd, onShow }: AlsoHideProps) {
  const say = useWords(preview);
  const id = useId();
  const isFull = words.length >= MAX_HIDDEN_WORDS;
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-ink text-label">
        {say.also}
      </label>
      <p id={`${id}-hint`} className="text-label text-muted">
        {say.alsoHint}
      </p>
      <div className="mt-2 flex flex-wrap gap-2.5">
        <input
          id={id}
          dir="auto"
          value={typed}
          maxLength={MAX_HIDDEN_LEN}
          disabled={isFull}
          readOnly={sending}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          className="min-h-13 min-w-0 flex-1 basis-48 rounded-field border border-line-strong bg-surface px-5 text-body read-only:text-muted"
          onChange={(event) => onType(event.target.value)}
          onBlur={onAdd}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter here adds a word; it must not send the story.
            event.preventDefault();
            onAdd();
          }}
        />
        <Button look="outline" disabled={isFull} aria-disabled={sending} onClick={onAdd}>
          {say.hide}
        </Button>
      </div>
      {isFull && <p className="mt-2 text-label text-muted">{say.full}</p>}
      {/* The room is kept: a word taken in by a press elsewhere must not move what is pressed. */}
      <div className="mt-3 min-h-11">
        {words.length > 0 && (
          <ul aria-label={say.hidden} className="flex flex-wrap gap-2">
            {words.map((word) => (
              <li key={word} className="min-w-0">
                <button
                  type="button"
                  aria-label={say.stopHiding(word)}
                  aria-disabled={sending}
                  className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line-strong bg-sunk px-4 text-body aria-disabled:opacity-55"
                  onClick={() => onShow(word)}
                >
                  <span className="min-w-0 wrap-anywhere">{word}</span>
                  <Icon name="close" className="size-4" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
