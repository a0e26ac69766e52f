import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import type { OwnTestimony } from '@/lib/api/types';
import { currentWords, useWords } from '@/lib/language';
import { Button, ButtonLink } from '@/ui/button';
import { ChipRow } from '@/ui/chip-row';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { OwnTestimonyCard } from './own-testimony-card';
import { ownTestimoniesQuery } from './queries';
import { own } from './words';

/** The user's own testimonies with their status. */
export function MyTestimoniesScreen() {
  const { data: testimonies, error, refetch, isFetching } = useQuery(ownTestimoniesQuery);
  const words = useWords(own);
  const [withdrawn, setWithdrawn] = useState(false);
  const statusRef = useRef<HTMLDivElement>(null);
  const count = testimonies?.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it must run for each withdrawn testimony.
  useEffect(() => {
    if (withdrawn) statusRef.current?.focus();
  }, [withdrawn, count]);

  return (
    <Page title={words.title} intro={words.intro}>
      <div ref={statusRef} tabIndex={-1} role="status" className="outline-none">
        {withdrawn && (
          <p className="mb-6 rounded-field border border-line bg-sunk px-5 py-4 text-label">
            {words.withdrawn}
          </p>
        )}
      </div>
      {error && (
        <Notice tone="danger" className="mb-6">
          <strong className="block">{words.failed}</strong>
          <p>{messageOf(error)}</p>
          <Button
            variant="outline"
            className="mt-4"
            disabled={isFetching}
            onClick={() => refetch()}
          >
            {isFetching ? words.loading : words.tryAgain}
          </Button>
        </Notice>
      )}
      {!testimonies && !error && <Loading />}
      {testimonies?.length === 0 && <NoTestimonies />}
      {testimonies && testimonies.length > 0 && (
        <>
          <Stories testimonies={testimonies} onWithdrawn={() => setWithdrawn(true)} />
          <div className="mt-8">
            <ButtonLink to="/testimony" variant="outline" icon="pen">
              {words.another}
            </ButtonLink>
          </div>
        </>
      )}
    </Page>
  );
}

interface StoriesProps {
  testimonies: readonly OwnTestimony[];
  onWithdrawn(): void;
}

const statuses = ['pending', 'escalated', 'approved', 'rejected'] as const;
const ALL = 'all';

/** The stories as rows, with a filter if they differ in their status. */
function Stories({ testimonies, onWithdrawn }: StoriesProps) {
  const words = useWords(own);
  const [chosen, setChosen] = useState<string>(ALL);
  const chips = statuses
    .map((id) => ({ id, count: testimonies.filter(({ status }) => status === id).length }))
    .filter(({ count }) => count > 0)
    .map(({ id, count }) => ({ id, name: words.filtered(words.badges[id], count) }));
  // The last story of a status may have been withdrawn.
  const wanted = chips.some(({ id }) => id === chosen) ? chosen : ALL;
  const shown = testimonies.filter(({ status }) => wanted === ALL || status === wanted);
  return (
    <>
      {chips.length > 1 && (
        <div className="mb-4">
          <ChipRow
            legend={words.filter}
            chips={[{ id: ALL, name: words.filtered(words.all, testimonies.length) }, ...chips]}
            chosen={wanted}
            onChoose={setChosen}
          />
        </div>
      )}
      <ul aria-label={words.list} className="rounded-card bg-surface pt-1 pb-2">
        {shown.map((testimony) => (
          <OwnTestimonyCard key={testimony.id} testimony={testimony} onWithdrawn={onWithdrawn} />
        ))}
      </ul>
    </>
  );
}

function messageOf(error: Error): string {
  const words = currentWords(own);
  if (isApiError(error)) return error.humanMessage || words.anError;
  return navigator.onLine ? words.anError : words.offline;
}

/** A skeleton of two testimonies. */
function Loading() {
  const words = useWords(own);
  return (
    <div
      role="status"
      aria-label={words.loadingList}
      className="breathe grid min-h-dvh content-start gap-5"
    >
      <Outline />
      <Outline />
    </div>
  );
}

const Outline = () => (
  <div className="h-56 rounded-card bg-surface p-6 sm:p-8">
    <div className="h-7 w-2/5 rounded-full bg-sunk" />
    <div className="mt-7 h-4 rounded-full bg-sunk" />
    <div className="mt-3 h-4 rounded-full bg-sunk" />
    <div className="mt-3 h-4 w-3/5 rounded-full bg-sunk" />
  </div>
);

function NoTestimonies() {
  const words = useWords(own);
  return (
    <section className="rounded-card bg-surface px-6 py-12 text-center sm:px-8">
      <h2 className="display text-h2 text-ink">{words.none}</h2>
      <p className="mx-auto mt-2 max-w-[30rem] text-muted">{words.noneText}</p>
      <ButtonLink to="/testimony" icon="pen" className="mt-7">
        {words.share}
      </ButtonLink>
    </section>
  );
}
