import { type FormEvent, useId, useRef, useState } from 'react';
import { bringIntoView } from '@/lib/bring-into-view';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { reading } from './words';

interface PageNavigationProps {
  page: number;
  pages: number;
  onPage(page: number): void;
}

/** Previous page, next page, and any page by number. */
export function PageNavigation({ page, pages, onPage }: PageNavigationProps) {
  const words = useWords(reading);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Number(typed);
    const known = Number.isInteger(wanted) && wanted >= 1 && wanted <= pages;
    setProblem(!known);
    if (!known) {
      field.current?.focus();
      return;
    }
    setTyped('');
    onPage(wanted);
  };
  return (
    <nav aria-label={words.pages} className="flex flex-wrap items-end justify-between gap-4">
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          icon="back"
          disabled={page <= 1}
          onClick={() => onPage(Math.min(page - 1, pages))}
        >
          {words.previous}
        </Button>
        <Button variant="outline" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          {words.next}
        </Button>
      </div>
      <form onSubmit={submit} noValidate>
        <label htmlFor={id} className="block text-label text-muted">
          {words.goTo}
        </label>
        <div className="mt-1 flex flex-wrap gap-2">
          <input
            ref={field}
            id={id}
            inputMode="numeric"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(false);
            }}
            autoComplete="off"
            aria-invalid={problem}
            aria-describedby={problem ? `${id}-error` : undefined}
            className="min-h-13 w-24 rounded-field border border-line-strong bg-surface px-4 text-body aria-invalid:border-2 aria-invalid:border-danger"
          />
          <Button type="submit" variant="outline">
            {words.go}
          </Button>
        </div>
        {problem && (
          <p
            id={`${id}-error`}
            ref={bringIntoView}
            role="alert"
            className="mt-1.5 text-label font-semibold text-danger"
          >
            {words.noSuchPage(pages)}
          </p>
        )}
      </form>
    </nav>
  );
}
