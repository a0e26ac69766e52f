import { useMutation } from '@tanstack/react-query';
import { useWords } from '@/lib/language';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { type Letter, sayWhetherNear } from './queries';
import { result } from './result-words';

type Topic = NonNullable<Letter['topic']>;

/**
 * Asks once whether the letter was near. Only the ids of letter and passage are sent. A letter that was not fetched for
 * somebody's words, or came when they told of danger, has no `asksNear`.
 */
export function WasNear({ letter, topic }: { letter: Letter; topic: Topic }) {
  const words = useWords(result).wasNear;
  const said = useMutation({
    mutationFn: (near: boolean) =>
      sayWhetherNear(letter.situation?.id ?? topic.id, near, topic.scripture.reference),
  });
  if (said.isSuccess) {
    return (
      <p
        ref={takeLostFocus}
        tabIndex={-1}
        role="status"
        className="no-print mt-8 text-label text-muted outline-none"
      >
        {said.variables ? words.thanks : words.thanksNotQuite}
      </p>
    );
  }
  const say = (near: boolean) => {
    if (!said.isPending) said.mutate(near);
  };
  return (
    <fieldset className="no-print mt-8 flex flex-wrap items-center gap-x-4 gap-y-1 text-label">
      <legend className="float-left mr-4 text-muted">{words.ask}</legend>
      {([true, false] as const).map((near) => (
        <button
          key={words.answers[near ? 0 : 1]}
          type="button"
          aria-disabled={said.isPending}
          onClick={() => say(near)}
          className="min-h-11 rounded-full px-3 font-semibold text-water hover:underline"
        >
          {words.answers[near ? 0 : 1]}
        </button>
      ))}
      {said.error && (
        <p role="status" className="w-full text-muted">
          {words.failed}
        </p>
      )}
    </fieldset>
  );
}
