import { type FormEvent, useEffect, useId, useRef } from 'react';
import { preloadCrisisScreen } from '@/lib/crisis-fallback';
import { useWords } from '@/lib/language';
import { useDraft } from '@/lib/use-draft';
import { Button } from '@/ui/button';
import { written } from './words';

/** The server's limit. */
const MAX_NOTE_LEN = 2000;

/** The draft name of an unsent note. */
export const answerDraft = (id: string) => `prayer-answer:${id}`;

interface AnswerFormProps {
  /** The prayer's id. */
  id: string;
  pending: boolean;
  onAnswer(note: string): void;
  onCancel(): void;
}

/** How a prayer was answered, with an optional note. */
export function AnswerForm({ id: prayerId, pending, onAnswer, onCancel }: AnswerFormProps) {
  const words = useWords(written);
  const [note, setNote] = useDraft(answerDraft(prayerId));
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  useEffect(() => field.current?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending) onAnswer(note.trim());
  };
  return (
    <form onSubmit={submit} className="mt-5 border-t border-line pt-4">
      <label htmlFor={id} className="font-semibold text-ink">
        {words.how}
      </label>
      <p id={`${id}-hint`} className="text-small text-muted">
        {words.howHint}
      </p>
      <textarea
        ref={field}
        id={id}
        dir="auto"
        rows={2}
        value={note}
        maxLength={MAX_NOTE_LEN}
        readOnly={pending}
        onFocus={preloadCrisisScreen}
        onChange={(event) => setNote(event.target.value)}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        className="mt-2 block max-h-72 min-h-20 w-full resize-none rounded-field border border-line-strong bg-page px-5 py-3 text-body field-sizing-content"
      />
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:w-full">
        {/* `aria-disabled` instead of `disabled`, which would lose the focus while saving. */}
        <Button type="submit" aria-disabled={pending}>
          {pending ? words.keeping : words.mark}
        </Button>
        <Button
          variant="outline"
          aria-disabled={pending}
          onClick={() => {
            if (!pending) onCancel();
          }}
        >
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
