import { useQuery } from '@tanstack/react-query';
import { useWords } from '@/lib/language';
import { languageOfTranslation, translationNamed } from '@/lib/translation';
import { Notice } from '@/ui/notice';
import { Scripture } from '@/ui/scripture';
import { versesQuery } from './queries';
import { result } from './result-words';

interface Passage {
  reference: string;
  text: string;
  translation: string;
}

/** The passage in context: the verses before and after it, in a muted colour. */
export function ReadAround({ passage }: { passage: Passage }) {
  const words = useWords(result);
  const { data, isError } = useQuery(
    versesQuery(passage.reference, translationNamed(passage.translation), 3),
  );

  if (isError) {
    return (
      <>
        <Scripture passage={passage} className="text-[1.45rem] sm:text-h2" />
        <Notice tone="danger" className="mt-5">
          {words.aroundFailed}
        </Notice>
      </>
    );
  }
  if (!data) return <Waiting passage={passage} />;
  return (
    <figure lang={languageOfTranslation(data.translation)} className="appear">
      <blockquote className="scripture text-lead leading-[1.6] text-muted sm:text-h3 sm:leading-[1.5]">
        {data.verses.map((verse, index) => (
          <span key={verse.reference} className={verse.inPassage ? 'text-ink' : ''}>
            <sup className="mr-1 font-sans text-[0.62em] text-muted">
              {index > 0 && verse.number === 1 ? placeOf(verse.reference) : verse.number}
            </sup>
            {verse.text}{' '}
          </span>
        ))}
      </blockquote>
      <figcaption className="mt-4 text-label text-muted">
        <cite className="font-semibold text-amber-text not-italic">{data.reference}</cite>
        <span aria-hidden="true"> · </span>
        {data.translation}
      </figcaption>
    </figure>
  );
}

/** Chapter and verse: where a passage goes on in the next chapter, the number alone would mislead. */
const placeOf = (reference: string) => reference.slice(reference.lastIndexOf(' ') + 1);

/** Shows the passage alone while its context loads. */
function Waiting({ passage }: { passage: Passage }) {
  const words = useWords(result);
  return (
    <div aria-busy="true">
      <Scripture passage={passage} className="text-[1.45rem] sm:text-h2" />
      <p role="status" className="breathe mt-3 text-label text-muted">
        {words.aroundWaiting}
      </p>
    </div>
  );
}
