import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CrisisResources, LibraryPassage } from '@/lib/api/types';
import { useDialogs } from '@/lib/dialogs';
import { useWords } from '@/lib/language';
import { Highlighted } from '@/ui/highlighted';
import { Link } from '@/ui/link';
import { LoadFailed } from '@/ui/load-failed';
import { Notice } from '@/ui/notice';
import { searchQuery } from './queries';
import { search as searchWords } from './words';

interface SearchResultsProps {
  words: string;
  /** Whether the search is limited to one book; then results omit its title. */
  book?: string;
}

/** Search results: an excerpt with book and page. */
export function SearchResults({ words, book }: SearchResultsProps) {
  const said = useWords(searchWords);
  const search = useQuery(searchQuery(words, book));
  if (search.error) {
    return (
      <LoadFailed
        title={said.failed}
        error={search.error}
        busy={search.isFetching}
        onRetry={search.refetch}
      />
    );
  }
  const passages = search.data?.passages;
  if (search.data?.crisis) return <Danger resources={search.data.resources} />;
  const foundInWords = (count: number) =>
    count === 0 ? said.nothing(words) : said.found(count, words);
  return (
    <section aria-label={said.results} aria-busy={!passages}>
      <p role="status" className={`text-label text-muted ${passages ? '' : 'breathe'}`}>
        {passages ? foundInWords(passages.length) : said.searching}
      </p>
      {passages && passages.length > 0 && (
        <Books passages={passages} words={words} isOneBook={book !== undefined} />
      )}
    </section>
  );
}

/** Opens the helplines. When they are closed, it says why there are no results. */
function Danger({ resources }: { resources: CrisisResources | null }) {
  const said = useWords(searchWords);
  const { showCrisis } = useDialogs();
  useEffect(() => showCrisis(resources), [resources, showCrisis]);
  return <Notice>{said.danger}</Notice>;
}

interface BooksProps {
  passages: readonly LibraryPassage[];
  words: string;
  isOneBook: boolean;
}

/** The passages by book: the book with the best one first, and its best one first. */
function Books({ passages, words, isOneBook }: BooksProps) {
  const books = [...new Set(passages.map(({ bookId }) => bookId))];
  const inOrder = books.map((id) => passages.filter(({ bookId }) => bookId === id));
  return inOrder.map((ofBook) => (
    <section key={ofBook[0]?.bookId} className="mt-5">
      {!isOneBook && (
        <h2 className="font-semibold wrap-anywhere text-ink">
          <bdi>{ofBook[0]?.title}</bdi>
        </h2>
      )}
      <ol className="mt-3 grid gap-3">
        {ofBook.map((passage) => (
          <Found key={`${passage.page} ${passage.snippet}`} passage={passage} words={words} />
        ))}
      </ol>
    </section>
  ));
}

function Found({ passage, words }: { passage: LibraryPassage; words: string }) {
  const { bookId, heading, page, snippet, marks } = passage;
  const said = useWords(searchWords);
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
        {heading ? said.placeUnder(heading, page) : said.place(page)}
      </Link>
    </li>
  );
}
