import { type FormEvent, useId, useRef, useState } from 'react';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { MAX_SEARCH_LEN } from './queries';
import { search } from './words';

interface SearchFormProps {
  label: string;
  /** The last submitted query. */
  asked: string;
  onAsk(words: string): void;
}

/** The search field. It searches on submit, not with every key. */
export function SearchForm({ label, asked, onAsk }: SearchFormProps) {
  const said = useWords(search);
  const [words, setWords] = useState(asked);
  const [shown, setShown] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  // Back restores the earlier query.
  if (shown !== asked) {
    setShown(asked);
    setWords(asked);
  }
  const tooLong = words.trim().length > MAX_SEARCH_LEN;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (tooLong) field.current?.focus();
    else onAsk(words.trim());
  };
  return (
    <search>
      <form onSubmit={submit}>
        <label htmlFor={id} className="font-semibold text-ink">
          {label}
        </label>
        <div className="mt-1.5 flex flex-wrap gap-3">
          <div className="relative min-w-56 flex-1">
            <Icon
              name="search"
              className="pointer-events-none absolute top-1/2 left-4.5 size-5.5 -translate-y-1/2 text-muted"
            />
            <input
              ref={field}
              id={id}
              type="search"
              dir="auto"
              value={words}
              onChange={(event) => setWords(event.target.value)}
              autoComplete="off"
              enterKeyHint="search"
              aria-invalid={tooLong}
              aria-describedby={tooLong ? `${id}-error` : undefined}
              className="block min-h-13 w-full rounded-full border border-line-strong bg-surface pr-4 pl-12 text-body aria-invalid:border-2 aria-invalid:border-danger"
            />
          </div>
          <Button type="submit" variant="outline" className="max-sm:w-full">
            {said.search}
          </Button>
        </div>
        {tooLong && (
          <p id={`${id}-error`} role="alert" className="mt-2 text-label font-semibold text-danger">
            {said.tooLong(MAX_SEARCH_LEN)}
          </p>
        )}
      </form>
    </search>
  );
}
