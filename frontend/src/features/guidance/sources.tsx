import { useWords } from '@/lib/language';
import { Highlighted } from '@/ui/highlighted';
import { Link } from '@/ui/link';
import type { Letter } from './queries';
import { result } from './result-words';

/** Library passages on the topic, styled as notes, never as scripture. */
export function Sources({ sources }: { sources: Letter['sources'] }) {
  const words = useWords(result);
  if (sources.length === 0) return null;
  return (
    <section className="mt-12" aria-labelledby="sources">
      <h2 id="sources" className="display text-h3 text-ink">
        {words.sources}
      </h2>
      <ul className="mt-3 grid gap-4">
        {sources.map(({ bookId, title, page, snippet, marks }) => (
          <li
            key={`${title}-${page}-${snippet}`}
            className="rounded-field border border-line px-6 py-5 print:border-0 print:p-0"
          >
            <p dir="auto" className="wrap-anywhere text-body">
              <Highlighted text={snippet} marks={marks} />
            </p>
            <p className="mt-2 text-label wrap-anywhere text-muted">
              {words.sourceBefore}
              {bookId ? (
                <Link
                  to={`/library/${encodeURIComponent(bookId)}?page=${page}`}
                  className="inline-block py-1 font-semibold text-water underline-offset-4 hover:underline"
                >
                  <bdi>{title}</bdi>
                  {words.sourceAfter(page)}
                </Link>
              ) : (
                // A letter that was kept by an earlier version.
                <>
                  <bdi>{title}</bdi>
                  {words.sourceAfter(page)}
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
