import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { isApiError } from '@/lib/api/error';
import type { LibraryPage } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { BackLink } from '@/ui/button';
import { LoadFailed } from '@/ui/load-failed';
import { Page } from '@/ui/page';
import { PremiumHint } from '@/ui/premium-hint';
import { Contents } from './contents';
import { PageNavigation } from './page-navigation';
import { libraryQuery, pageQuery } from './queries';
import { forgetReadingPlace, noteReadingPlace } from './reading-place';
import { SearchForm } from './search-form';
import { SearchResults } from './search-results';
import { library, reading, search } from './words';

/** One page of a book, with navigation and a search within the book. */
export function ReadingScreen() {
  const said = useWords(reading);
  const { title: shelves } = useWords(library);
  const { thisBook } = useWords(search);
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const asked = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
  const words = params.get('q')?.trim() ?? '';
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...pageQuery(id, asked),
    placeholderData: keepPreviousData,
  });
  const go = (next: { page?: number; q?: string }) => {
    const { page, q } = { page: asked, q: words, ...next };
    setParams({ page: String(page), ...(q ? { q } : {}) });
  };
  // A failed page must not show the previous text under its number.
  const shown = error ? undefined : data;
  useNotedPlace(id, isPlaceholderData ? undefined : shown, error);
  const closed = useClosedBook(id, needsPremium(error));

  return (
    <Page
      title={(shown?.book ?? closed)?.title ?? (error ? said.notOpen : said.opening)}
      above={
        <BackLink to={words ? `/library?${new URLSearchParams({ q: words })}` : '/library'}>
          {shelves}
        </BackLink>
      }
    >
      {error && <Trouble error={error} busy={isFetching} onRetry={refetch} />}
      {!shown && !error && <Loading />}
      {shown && (
        <div className="grid gap-7">
          <SearchForm label={thisBook} asked={words} onAsk={(q) => go({ q })} />
          {words && <SearchResults words={words} book={id} />}
          {!words && <Contents book={id} page={asked} />}
          <Reading
            page={shown.page}
            pages={shown.book.pages}
            text={shown.text}
            turning={isPlaceholderData}
          />
          <PageNavigation page={asked} pages={shown.book.pages} onPage={(page) => go({ page })} />
        </div>
      )}
    </Page>
  );
}

const needsPremium = (error: Error | null) =>
  isApiError(error) && error.code === 'PREMIUM_REQUIRED';

/** The book whose pages are closed to this reader: everybody who is signed in sees its title. */
function useClosedBook(id: string, isClosed: boolean) {
  const { data } = useQuery({ ...libraryQuery, enabled: isClosed });
  return isClosed ? data?.books.find((book) => book.id === id) : undefined;
}

/** Remembers the page on this device, for *Continue reading*. */
function useNotedPlace(id: string, shown: LibraryPage | undefined, error: Error | null): void {
  const title = shown?.book.title;
  const page = shown?.page;
  const isGone = isApiError(error) && error.status === 404;
  useEffect(() => {
    if (title && page) noteReadingPlace({ book: id, title, page });
    else if (isGone) forgetReadingPlace(id);
  }, [id, title, page, isGone]);
}

interface ReadingProps {
  page: number;
  pages: number;
  text: string;
  /** Whether another page is loading. */
  turning: boolean;
}

/** The text of the page; it takes focus after turning the page. */
function Reading({ page, pages, text, turning }: ReadingProps) {
  const said = useWords(reading);
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(page);

  useEffect(() => {
    if (page === first.current) return;
    first.current = page;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView?.({ block: 'start' });
  }, [page]);

  return (
    <article
      aria-busy={turning}
      className={`rounded-card bg-surface p-6 sm:p-10 ${turning ? 'breathe' : ''}`}
    >
      <h2
        ref={heading}
        tabIndex={-1}
        className="scroll-mt-24 text-label font-semibold text-amber-text outline-none"
      >
        {said.page(page, pages)}
      </h2>
      {text.trim() === '' ? (
        <p className="mt-4 text-muted">{said.blank}</p>
      ) : (
        <div className="mt-4 grid gap-4 font-serif text-[1.16rem] leading-[1.62] wrap-anywhere text-body">
          {text.split(/\n{2,}/).map((paragraph, index) => (
            // Paragraphs of a page keep their order, and two may be equal.
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is rendered as a whole or not at all
            <p key={index} dir="auto" className="whitespace-pre-line">
              {paragraph}
            </p>
          ))}
        </div>
      )}
    </article>
  );
}

interface TroubleProps {
  error: Error;
  busy: boolean;
  onRetry(): unknown;
}

function Trouble({ error, busy, onRetry }: TroubleProps) {
  const said = useWords(reading);
  const { premium } = useWords(library);
  if (needsPremium(error)) {
    return (
      <PremiumHint title={premium}>
        <p>{said.premiumText}</p>
      </PremiumHint>
    );
  }
  if (isApiError(error) && error.status === 404) {
    return <p>{said.gone}</p>;
  }
  return <LoadFailed title={said.failed} error={error} busy={busy} onRetry={onRetry} />;
}

/** A skeleton of a page. */
function Loading() {
  const said = useWords(reading);
  return (
    <div role="status" aria-label={said.loading} className="breathe min-h-dvh">
      <div className="h-96 rounded-card bg-surface" />
    </div>
  );
}
