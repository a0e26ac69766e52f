import { useId } from 'react';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { MAX_HIDDEN_LEN, MAX_HIDDEN_WORDS } from './validation';
import { preview } from './words';

interface AlsoHideProps {
  words: string[];
  /** The word in the field that is not added yet. */
  typed: string;
  /** Whether the testimony is being sent: nothing can be hidden or shown any more. */
  sending: boolean;
  onType: (words: string) => void;
  onAdd: () => void;
  onShow: (words: string) => void;
}

/** A field for more words to hide, and the list of those added. */
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
            // Enter adds a word; it must not submit the form.
            event.preventDefault();
            onAdd();
          }}
        />
        <Button variant="outline" disabled={isFull} aria-disabled={sending} onClick={onAdd}>
          {say.hide}
        </Button>
      </div>
      {isFull && <p className="mt-2 text-label text-muted">{say.full}</p>}
      {/* The space is reserved: a word added by a press elsewhere must not move the pressed control. */}
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
