import type { ReactNode } from 'react';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import type { Counts, Status } from '../types';
import { number, statuses, statusName } from '../words';
import { list } from './testimony-words';

interface StatusFilterProps {
  status: Status;
  counts: Counts | undefined;
  /** The number of testimonies in the list; null while loading. */
  shown: number | null;
  onChange(status: Status): void;
  refreshing: boolean;
  onRefresh(): void;
  onHelp(): void;
  /** Between the filter by status and its summary. */
  children?: ReactNode;
}

/** The status filter, with the number of testimonies in the list and on the server. */
export function StatusFilter(props: StatusFilterProps) {
  const { status, counts, shown, onChange, refreshing, onRefresh, onHelp, children } = props;
  return (
    <>
      <fieldset className="@container rounded-field border border-line bg-sunk p-1">
        <legend className="sr-only">{list.status}</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8em),1fr))] gap-1 @min-[24em]:grid-cols-4">
          {statuses.map((one) => (
            <label
              key={one}
              className="relative grid min-h-13 place-items-center content-center rounded-[18px] px-1 text-center text-label text-muted has-checked:bg-surface has-checked:font-semibold has-checked:text-ink has-checked:shadow-lift has-checked:ring-1 has-checked:ring-line-strong has-focus-visible:outline-3 has-focus-visible:outline-amber-text"
            >
              <input
                type="radio"
                name="status"
                value={one}
                checked={status === one}
                onChange={() => onChange(one)}
                aria-label={statusName[one]}
                className="absolute inset-0 appearance-none rounded-[18px] outline-none"
              />
              {statusName[one]}
              <span className="text-small font-normal tabular-nums">{counts?.[one] ?? '–'}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {children}
      <div className="mt-2 flex min-h-11 flex-wrap items-center gap-1">
        <p role="status" className="flex-1 text-label text-muted">
          {shown !== null && summary(status, shown, counts)}
        </p>
        <SmallButton variant="quiet" aria-disabled={refreshing} onClick={onRefresh}>
          {around.lookAgain}
        </SmallButton>
        <SmallButton variant="quiet" onClick={onHelp}>
          {list.shortcuts}
        </SmallButton>
      </div>
    </>
  );
}

/** Both counts: in the list and on the server. A story that somebody else has decided is listed until it is left. */
function summary(status: Status, shown: number, counts: Counts | undefined): string {
  const total = counts ? list.ofAll(number(Math.max(shown, counts[status]))) : '';
  const reported =
    status === 'approved' && counts && counts.reported > 0
      ? list.reported(number(counts.reported))
      : '';
  return list.shown(statusName[status], number(shown)) + total + reported;
}
