import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Book } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { Link } from '@/ui/link';
import { LoadFailed } from '@/ui/load-failed';
import { Page } from '@/ui/page';
import { PremiumHint } from '@/ui/premium-hint';
import { libraryQuery } from './queries';
import { SearchForm } from './search-form';
import { SearchResults } from './search-results';
import { library as libraryWords, search } from './words';

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
        {books.map(({ id, title, pages }) => (
          <li key={id} className="rounded-field bg-surface">
            {open ? (
              <Link
                to={`/library/${id}`}
                className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 rounded-field px-6 py-4 no-underline hover:bg-sunk"
              >
                <Title title={title} pages={pages} />
              </Link>
            ) : (
              <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 px-6 py-4">
                <Title title={title} pages={pages} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Title({ title, pages }: Omit<Book, 'id'>) {
  const said = useWords(libraryWords);
  return (
    <>
      <bdi className="min-w-0 font-semibold wrap-anywhere text-ink">{title}</bdi>
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
