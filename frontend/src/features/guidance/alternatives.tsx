import { useState } from 'react';
import { bringIntoView } from '@/lib/bring-into-view';
import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import { type Letter, letterFrom, readLetter } from './queries';
import { result } from './result-words';

interface AlternativesProps {
  letter: Letter;
  /** Called with the chosen letter. */
  onOpened(letter: Letter): void;
}

/** Situations that the letter may be about instead. A tap opens that letter and is not counted. */
export function Alternatives({ letter, onOpened }: AlternativesProps) {
  const words = useWords(result);
  const [opening, setOpening] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const { alternatives, alsoAbout } = letter;
  if (letter.offline || (alternatives.length === 0 && !alsoAbout)) return null;

  const open = async (id: string) => {
    setOpening(id);
    setFailed(false);
    try {
      const answer = await readLetter(id, letter.language);
      const isSameTopic = answer.topic.id === letter.topic?.id;
      const testimonies = isSameTopic ? letter.testimonies : [];
      onOpened({ ...letterFrom(answer), testimonies });
    } catch {
      setFailed(true);
    } finally {
      setOpening(null);
    }
  };
  const others = alternatives.filter(({ id }) => id !== alsoAbout?.id);

  return (
    <section className="no-print mt-10" aria-labelledby="alternatives">
      <h2 id="alternatives" className="display text-h3 text-ink">
        {words.alternatives}
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2.5">
        {alsoAbout && (
          <li>
            <Chip
              name={words.alsoAbout(alsoAbout.name)}
              lang={letter.language}
              busy={opening === alsoAbout.id}
              disabled={opening !== null}
              onOpen={() => open(alsoAbout.id)}
            />
          </li>
        )}
        {others.map(({ id, name }) => (
          <li key={id}>
            <Chip
              name={name}
              lang={letter.language}
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
      {failed && (
        <Notice tone="danger" className="mt-3" ref={bringIntoView}>
          {words.notOpened}
        </Notice>
      )}
    </section>
  );
}

interface ChipProps {
  name: string;
  lang: string;
  busy: boolean;
  disabled: boolean;
  onOpen(): void;
}

/** It stays focusable while a letter opens, so that focus is not lost. */
function Chip({ name, lang, busy, disabled, onOpen }: ChipProps) {
  return (
    <button
      type="button"
      lang={lang}
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
