import { useId, useState } from 'react';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { LONGEST_HIDDEN, MOST_HIDDEN } from './story';

interface AlsoHideProps {
  words: string[];
  onHide: (words: string) => void;
  onShow: (words: string) => void;
}

/** A field for more words to hide, and those chosen so far. */
export function AlsoHide({ words, onHide, onShow }: AlsoHideProps) {
  const [typed, setTyped] = useState('');
  const id = useId();
  const isFull = words.length >= MOST_HIDDEN;
  const add = () => {
    onHide(typed.trim());
    setTyped('');
  };
  return (
    <div>
      <label htmlFor={id} className="font-semibold text-ink text-label">
        Also hide these words
      </label>
      <p id={`${id}-hint`} className="text-label text-muted">
        A name, a place, a nickname: wherever it stands in your story.
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
          Hide
        </Button>
      </div>
      {isFull && <p className="mt-2 text-label text-muted">That is as many as can be hidden.</p>}
      {words.length > 0 && (
        <ul aria-label="Hidden as you wish" className="mt-3 flex flex-wrap gap-2">
          {words.map((word) => (
            <li key={word} className="min-w-0">
              <button
                type="button"
                aria-label={`Stop hiding “${word}”`}
                className="inline-flex min-h-11 max-w-full items-center gap-2 break-words rounded-full border border-line-strong bg-sunk px-4 text-body"
                onClick={() => onShow(word)}
              >
                <span className="min-w-0 break-words">{word}</span>
                <Icon name="close" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
