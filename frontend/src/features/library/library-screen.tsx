import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Book } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { Link } from '@/ui/link';
import { LoadFailed } from '@/ui/load-failed';
import { Page } from '@/ui/page';
import { PremiumHint } from '@/ui/premium-hint';
import { libraryQuery } from './queries';
import { linkTo, useReadingPlace } from './reading-place';
import { SearchForm } from './search-form';
import { SearchResults } from './search-results';
import { library as libraryWords, place as placeWords, search } from './words';

/** The teaching library: all titles, and full-text search for subscribers. */
export function LibraryScreen() {
  const said = useWords(libraryWords);
  const searching = useWords(search);
  const { data: library, error, isFetching, refetch } = useQuery(libraryQuery);
  const [params, setParams] = useSearchParams();
  const words = params.get('q')?.trim() ?? '';

  return (
    <Page title={said.title} intro={said.intro}>
      {error && (
        <LoadFailed title={said.failed} error={error} busy={isFetching} onRetry={refetch} />
      )}
      {!library && !error && <Loading />}
      {library && (
        <div className="grid gap-7">
          {library.premium && library.books.length > 0 && (
            <SearchForm
              label={searching.allBooks}
              asked={words}
              onAsk={(q) => setParams(q ? { q } : {})}
            />
          )}
          {!library.premium && (
            <PremiumHint title={said.premium}>
              <p>{said.premiumText}</p>
            </PremiumHint>
          )}
          {library.premium && words && <SearchResults words={words} />}
          {library.premium && !words && <ContinueReading books={library.books} />}
          <Books books={library.books} open={library.premium} />
        </div>
      )}
    </Page>
  );
}

function Books({ books, open }: { books: readonly Book[]; open: boolean }) {
  const said = useWords(libraryWords);
  if (books.length === 0) {
    return (
      <p className="rounded-card bg-surface px-6 py-12 text-center text-balance text-muted">
        {said.empty}
      </p>
    );
  }
  return (
    <section aria-labelledby="books">
      <h2 id="books" className="display mb-3 text-h3 text-ink">
        {said.books}
      </h2>
      <ul className="grid gap-3">
        {books.map(({ id, ...book }) => (
          <li key={id} className="rounded-field bg-surface">
            {open ? (
              <Link
                to={`/library/${id}`}
                className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 rounded-field px-6 py-4 no-underline hover:bg-sunk"
              >
                <Title {...book} />
              </Link>
            ) : (
              <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 px-6 py-4">
                <Title {...book} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page that was read last on this device, if its book is still here. */
function ContinueReading({ books }: { books: readonly Book[] }) {
  const words = useWords(placeWords);
  const place = useReadingPlace();
  const book = books.find(({ id }) => id === place?.book);
  if (!place || !book) return null;
  return (
    <p className="rounded-field border border-line px-6 py-3">
      {words.title}:{' '}
      <Link
        to={linkTo(place)}
        className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-water underline-offset-4 hover:underline"
      >
        <bdi>{words.goOn(book.title, place.page)}</bdi>
      </Link>
    </p>
  );
}

function Title({ title, author, pages }: Omit<Book, 'id'>) {
  const said = useWords(libraryWords);
  return (
    <>
      <span className="min-w-0 wrap-anywhere">
        <bdi className="font-semibold text-ink">{title}</bdi>
        {author && <span className="block text-label text-muted">{said.by(author)}</span>}
      </span>
      <span className="text-label text-muted">{said.pages(pages)}</span>
    </>
  );
}

/** A skeleton of the shelves. */
function Loading() {
  const said = useWords(libraryWords);
  return (
    <div
      role="status"
      aria-label={said.loading}
      className="breathe grid min-h-dvh content-start gap-3"
    >
      {[1, 2, 3, 4].map((book) => (
        <div key={book} className="h-16 rounded-field bg-surface" />
      ))}
    </div>
  );
}
