import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { LibraryPassage } from '@/lib/api/types';
import { Highlighted } from '@/ui/highlighted';
import { LoadFailed } from '@/ui/load-failed';
import { searchQuery } from './queries';

interface SearchResultsProps {
  words: string;
  /** Looks into one book only; then each result need not name it. */
  book?: string;
}

/** Where the words stand: a few lines of each place, its book and its page. */
export function SearchResults({ words, book }: SearchResultsProps) {
  const search = useQuery(searchQuery(words, book));
  if (search.error) {
    return (
      <LoadFailed
        title="The search did not work"
        error={search.error}
        busy={search.isFetching}
        onRetry={search.refetch}
      />
    );
  }
  const passages = search.data?.passages;
  return (
    <section aria-label="Search results" aria-busy={!passages}>
      <p role="status" className={`text-label text-muted ${passages ? '' : 'breathe'}`}>
        {passages ? foundInWords(passages.length, words) : 'Searching…'}
      </p>
      {passages && passages.length > 0 && (
        <ol className="mt-3 grid gap-3">
          {passages.map((passage) => (
            <Found
              key={`${passage.bookId} ${passage.page} ${passage.snippet}`}
              passage={passage}
              words={words}
              name={book ? `Page ${passage.page}` : `${passage.title}, p. ${passage.page}`}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function foundInWords(count: number, words: string): string {
  if (count === 0) return `Nothing found for “${words}”. Try fewer or other words.`;
  return `${count} ${count === 1 ? 'passage' : 'passages'} found for “${words}”`;
}

interface FoundProps {
  passage: LibraryPassage;
  words: string;
  name: string;
}

function Found({ passage: { bookId, page, snippet, marks }, words, name }: FoundProps) {
  const search = new URLSearchParams({ page: String(page), q: words });
  return (
    <li className="rounded-field bg-surface p-6">
      <p dir="auto" className="wrap-anywhere">
        <Highlighted text={snippet} marks={marks} />
      </p>
      <Link
        to={`/library/${bookId}?${search}`}
        className="-mb-2 inline-flex min-h-11 items-center font-semibold wrap-anywhere text-water underline-offset-4 hover:underline"
      >
        {name}
      </Link>
    </li>
  );
}
