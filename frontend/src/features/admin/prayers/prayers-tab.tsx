import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '@/ui/notice';
import { SmallButton } from '../frame/small-button';
import { around, prayers as words } from '../frame/staff-words';
import { Empty, explain, Failed, Loading } from '../frame/states';
import { ADMIN, markPrayed, PRAYERS_PAGE, prayersQuery } from '../queries';
import type { StaffPrayer } from '../types';
import { moment } from '../words';

/** The prayers shared with the prayer team. */
export function PrayersTab() {
  const [page, setPage] = useState(1);
  const prayers = useQuery({ ...prayersQuery(page), refetchOnMount: 'always' });
  const { data } = prayers;
  const pages = data ? Math.max(1, Math.ceil(data.total / PRAYERS_PAGE)) : 1;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-h2 text-ink">{around.tabs.prayers}</h2>
        <SmallButton
          variant="outline"
          aria-disabled={prayers.isFetching}
          onClick={() => prayers.refetch()}
        >
          {around.lookAgain}
        </SmallButton>
      </div>
      <p className="mt-1 max-w-[42rem] text-muted">{words.intro}</p>
      {prayers.isPending && <Loading />}
      {prayers.error && (
        <Failed what={words.what} error={prayers.error} onRetry={prayers.refetch} />
      )}
      {data && (
        <>
          <p role="status" className="mt-4 mb-2 text-label text-muted">
            {words.shared(data.total)}
            {pages > 1 && words.page(page, pages)}
          </p>
          {data.prayers.length === 0 ? (
            <Empty>{words.none}</Empty>
          ) : (
            <ul aria-label={around.tabs.prayers} className="grid gap-2">
              {data.prayers.map((prayer) => (
                <Prayer key={prayer.id} prayer={prayer} page={page} />
              ))}
            </ul>
          )}
          {pages > 1 && <Pages page={page} pages={pages} onPage={setPage} />}
        </>
      )}
    </>
  );
}

interface PrayerProps {
  prayer: StaffPrayer;
  /** The page of the list that contains the prayer. */
  page: number;
}

/** One prayer. Its author sees that somebody prayed, but not who. */
function Prayer({ prayer: { id, text, createdAt, prayedAt }, page }: PrayerProps) {
  const client = useQueryClient();
  const praying = useMutation({
    mutationKey: [...ADMIN, 'prayer'],
    mutationFn: () => markPrayed(id),
    // Refetching the list would write audit entries for prayers nobody has read again.
    onSuccess: () =>
      client.setQueryData(
        prayersQuery(page).queryKey,
        (before) =>
          before && {
            ...before,
            prayers: before.prayers.map((one) =>
              one.id === id ? { ...one, prayedAt: new Date().toISOString() } : one,
            ),
          },
      ),
  });
  return (
    <li className="grid gap-3 rounded-field border border-line bg-surface px-5 py-4">
      <p dir="auto" className="max-w-[46rem] whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-small text-muted">
          {words.written}
          <time dateTime={createdAt}>{moment(createdAt)}</time>
          {prayedAt && (
            <>
              {words.prayedAt}
              <time dateTime={prayedAt}>{moment(prayedAt)}</time>
            </>
          )}
        </p>
        <SmallButton
          variant={prayedAt ? 'outline' : 'primary'}
          aria-disabled={praying.isPending}
          onClick={() => {
            if (!praying.isPending) praying.mutate();
          }}
        >
          {prayedAt ? words.prayedAgain : words.prayed}
        </SmallButton>
      </div>
      {praying.error && (
        <Notice tone="danger">
          {words.failed} {explain(praying.error)}
        </Notice>
      )}
    </li>
  );
}

interface PagesProps {
  page: number;
  pages: number;
  onPage(page: number): void;
}

function Pages({ page, pages, onPage }: PagesProps) {
  return (
    <nav aria-label={words.pages} className="mt-4 flex justify-center gap-3">
      <SmallButton variant="outline" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {around.previous}
      </SmallButton>
      <SmallButton variant="outline" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {around.next}
      </SmallButton>
    </nav>
  );
}
