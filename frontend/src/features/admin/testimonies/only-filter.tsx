import type { Only } from '../queries';
import type { Counts, Status } from '../types';
import { age, number } from '../words';
import { list } from './testimony-words';

/** The filters that a status can have. */
export const filtersOf = (status: Status): readonly Exclude<Only, ''>[] => {
  if (status === 'approved') return ['mine', 'reported'];
  return status === 'rejected' ? ['mine'] : ['mine', 'waiting'];
};

interface OnlyFilterProps {
  status: Status;
  only: Only;
  onChange(only: Only): void;
}

/** Narrows the list; the same button again shows all. */
export function OnlyFilter({ status, only, onChange }: OnlyFilterProps) {
  return (
    <fieldset className="mt-2 flex flex-wrap gap-2">
      <legend className="sr-only">{list.only}</legend>
      {filtersOf(status).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={only === one}
          onClick={() => onChange(only === one ? '' : one)}
          className="min-h-11 rounded-full border border-line-strong bg-surface px-4 text-label text-ink aria-pressed:border-water aria-pressed:bg-water aria-pressed:font-semibold aria-pressed:text-on-water"
        >
          {list.filters[one]}
        </button>
      ))}
    </fieldset>
  );
}

/** What waits, and for how long: the same figures as in the daily mail. */
export function WaitingLine({ counts }: { counts: Counts | undefined }) {
  if (!counts) return null;
  const parts = [
    [counts.escalated, list.escalatedWaiting, counts.oldestEscalated],
    [counts.reported, list.reportedWaiting, counts.oldestReported],
    [counts.pending, list.pendingWaiting, counts.oldestPending],
    [counts.waitingLong, list.waitingLong, null],
  ] as const;
  const waiting = parts.filter(([count]) => count > 0);
  return (
    <p className="mb-3 text-label text-muted">
      {waiting.length === 0
        ? list.nothingWaits
        : waiting
            .map(
              ([count, words, oldest]) =>
                words(number(count)) + (oldest ? list.oldest(age(oldest)) : ''),
            )
            .join(' · ')}
    </p>
  );
}
