import { useId, useState } from 'react';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { LONGEST_HIDDEN, MOST_HIDDEN } from './story';
import { preview } from './words';

interface AlsoHideProps {
  words: string[];
  onHide: (words: string) => void;
  onShow: (words: string) => void;
}

/** A field for more words to hide, and those chosen so far. */
export function AlsoHide({ words, onHide, onShow }: AlsoHideProps) {
  const [typed, setTyped] = useState('');
  const say = useWords(preview);
  const id = useId();
  const isFull = words.length >= MOST_HIDDEN;
  const add = () => {
    onHide(typed.trim());
    setTyped('');
  };
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
          maxLength={LONGEST_HIDDEN}
          disabled={isFull}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          className="min-h-13 min-w-0 flex-1 basis-48 rounded-field border border-line-strong bg-surface px-5 text-body"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter here adds a word; it must not send the story.
            event.preventDefault();
            add();
          }}
        />
        <Button look="outline" disabled={isFull} onClick={add}>
          {say.hide}
        </Button>
      </div>
      {isFull && <p className="mt-2 text-label text-muted">{say.full}</p>}
      {words.length > 0 && (
        <ul aria-label={say.hidden} className="mt-3 flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word} className="min-w-0">
              <button
                type="button"
                aria-label={say.stopHiding(word)}
                className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line-strong bg-sunk px-4 text-body"
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
  );
}
