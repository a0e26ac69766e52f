import { useState } from 'react';
import { useWords } from '@/lib/language';
import { showToast } from '@/lib/toasts';
import { type Letter, readLetter } from './queries';
import { result } from './result-words';

interface SimilarProps {
  letter: Letter;
  /** Called with the chosen letter. */
  onOpened(letter: Letter): void;
}

/** Situations that the letter may be about instead. A tap opens that letter and is not counted. */
export function Similar({ letter, onOpened }: SimilarProps) {
  const words = useWords(result);
  const [opening, setOpening] = useState<string | null>(null);
  const { similar, also } = letter;
  if (letter.offline || (similar.length === 0 && !also)) return null;

  const open = async (id: string) => {
    setOpening(id);
    try {
      const answer = await readLetter(id);
      const isSameTopic = answer.topic.id === letter.topic?.id;
      const testimonies = isSameTopic ? letter.testimonies : [];
      onOpened({ ...answer, also: null, testimonies, sources: [], offline: false });
    } catch {
      showToast({ title: words.notOpened, tone: 'destructive' });
    } finally {
      setOpening(null);
    }
  };
  const others = similar.filter(({ id }) => id !== also?.id);

  return (
    <section className="no-print mt-10" aria-labelledby="similar-situations">
      <h2 id="similar-situations" className="display text-h3 text-ink">
        {words.similar}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2.5">
        {also && (
          <li>
            <Chip
              name={words.also(also.name)}
              busy={opening === also.id}
              disabled={opening !== null}
              onOpen={() => open(also.id)}
            />
          </li>
        )}
        {others.map(({ id, name }) => (
          <li key={id}>
            <Chip
              name={name}
              busy={opening === id}
              disabled={opening !== null}
              onOpen={() => open(id)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {opening && words.opening}
      </p>
    </section>
  );
}

interface ChipProps {
  name: string;
  busy: boolean;
  disabled: boolean;
  onOpen(): void;
}

/** It stays focusable while a letter opens, so that focus is not lost. */
function Chip({ name, busy, disabled, onOpen }: ChipProps) {
  return (
    <button
      type="button"
      aria-busy={busy}
      aria-disabled={disabled}
      onClick={() => {
        if (!disabled) onOpen();
      }}
      className="min-h-11 rounded-full border border-line bg-surface px-4.5 py-2 text-left text-label text-ink hover:border-line-strong aria-busy:border-water"
    >
      {name}
    </button>
  );
}
