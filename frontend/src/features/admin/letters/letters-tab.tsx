import { useQuery } from '@tanstack/react-query';
import { SmallButton } from '../frame/small-button';
import { around, letters as words } from '../frame/staff-words';
import { Empty, Failed, Loading } from '../frame/states';
import { letterNearnessQuery } from '../queries';
import type { LetterNearness } from '../types';

/** Which letters were near to their readers, those first that miss most. */
export function LettersTab() {
  const { data, isPending, isFetching, error, refetch } = useQuery({
    ...letterNearnessQuery,
    refetchOnMount: 'always',
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-h2 text-ink">{around.tabs.letters}</h2>
        <SmallButton variant="outline" aria-disabled={isFetching} onClick={() => refetch()}>
          {around.lookAgain}
        </SmallButton>
      </div>
      <p className="mt-1 max-w-[42rem] text-muted">{words.intro}</p>
      {isPending && <Loading />}
      {error && <Failed what={words.what} error={error} onRetry={refetch} />}
      {data?.length === 0 && <Empty>{words.none}</Empty>}
      {data && data.length > 0 && (
        <ol aria-label={words.list} className="mt-4 grid gap-2">
          {data.map((row) => (
            <Row key={`${row.letter} ${row.passage}`} row={row} />
          ))}
        </ol>
      )}
    </>
  );
}

/** No table: it would scroll sideways on a phone. */
function Row({ row: { letter, name, passage, near, notQuite } }: { row: LetterNearness }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rounded-field border border-line bg-surface px-5 py-4">
      <div className="min-w-40 flex-1">
        <p className="font-semibold text-ink">{name ?? words.gone}</p>
        <p className="text-small text-muted wrap-anywhere">
          {letter} · {passage || words.otherPassage}
        </p>
      </div>
      <p className="tabular-nums">{words.counts(near, notQuite)}</p>
    </li>
  );
}
