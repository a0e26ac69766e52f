import { useQuery } from '@tanstack/react-query';
import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import { Scripture } from '@/ui/scripture';
import { aroundQuery } from './queries';
import { result } from './result-words';

interface Passage {
  reference: string;
  text: string;
  translation: string;
}

/** The passage in context: the verses before and after it, in a muted colour. */
export function ReadAround({ passage }: { passage: Passage }) {
  const words = useWords(result);
  const { data, isError } = useQuery(aroundQuery(passage.reference));

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
    <figure className="appear">
      <blockquote className="scripture text-lead leading-[1.6] text-muted sm:text-h3 sm:leading-[1.5]">
        {data.verses.map((verse) => (
          <span key={verse.reference} className={verse.inPassage ? 'text-ink' : ''}>
            <sup className="mr-1 font-sans text-[0.62em] text-muted">{verse.number}</sup>
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
