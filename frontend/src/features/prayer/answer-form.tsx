import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useWords } from '@/lib/language';
import { prepareToLook } from '@/lib/unread-words';
import { useDraft } from '@/lib/use-draft';
import { Button } from '@/ui/button';
import { written } from './words';

/** As much as the server keeps of it. */
const MAX_NOTE_LEN = 2000;

/** Under which name an unsent note is kept. */
export const answerDraft = (id: string) => `prayer-answer:${id}`;

interface AnswerFormProps {
  /** The prayer's id. */
  id: string;
  pending: boolean;
  onAnswer(note: string): void;
  onCancel(): void;
}

/** How a prayer was answered, in a few words or in none. */
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
        onFocus={prepareToLook}
        onChange={(event) => setNote(event.target.value)}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        className="mt-2 block max-h-72 min-h-20 w-full resize-none rounded-field border border-line-strong bg-page px-5 py-3 text-body field-sizing-content"
      />
      <div className="mt-4 flex flex-wrap gap-3 max-sm:*:w-full">
        {/* Not `disabled`: the focus would be lost while the answer is on its way. */}
        <Button type="submit" aria-disabled={pending}>
          {pending ? words.keeping : words.mark}
        </Button>
        <Button
          look="outline"
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
