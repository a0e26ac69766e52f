import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Icon } from '@/ui/icon';
import { Notice } from '@/ui/notice';
import { around } from '../frame/staff-words';
import { explain } from '../frame/states';
import { ADMIN, approveAll, moderate } from '../queries';
import type { BulkResult } from '../types';
import { tail } from '../words';
import { actions, bulk } from './testimony-words';
import { UNDO_MS } from './use-moderation';

/** Batch size: small enough to show progress, large enough that twenty need four requests. */
const BATCH_SIZE = 5;

/** The result for a testimony; an approval may since have been undone, or too late to undo. */
type Outcome = BulkResult['outcome'] | 'undone' | 'not_undone';

interface BulkDialogProps {
  ids: readonly string[];
  onClose(changed: boolean): void;
}

/** Approves the selected testimonies in batches, shows each result, and can undo the approvals. */
export function BulkDialog({ ids, onClose }: BulkDialogProps) {
  const [results, setResults] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const note = (id: string, outcome: Outcome) =>
    setResults((before) => new Map(before).set(id, outcome));
  const work = useMutation({
    mutationKey: [...ADMIN, 'approve'],
    mutationFn: async () => {
      const waiting = ids.filter((id) => !results.has(id));
      for (let start = 0; start < waiting.length; start += BATCH_SIZE) {
        const answer = await approveAll(waiting.slice(start, start + BATCH_SIZE));
        for (const { id, outcome } of answer.results) note(id, outcome);
      }
    },
  });
  const approved = ids.filter((id) => results.get(id) === 'approved');
  const undoing = useMutation({
    mutationKey: [...ADMIN, 'moderate'],
    mutationFn: async () => {
      for (const id of approved) note(id, await undone(id));
    },
  });
  const started = work.isPending || results.size > 0 || work.isError;
  const finished = results.size === ids.length;
  const busy = work.isPending || undoing.isPending;
  const [inTime, setInTime] = useState(true);
  useEffect(() => {
    if (!finished) return;
    const timer = setTimeout(() => setInTime(false), UNDO_MS);
    return () => clearTimeout(timer);
  }, [finished]);
  const count = (outcome: Outcome) => [...results.values()].filter((one) => one === outcome).length;
  const close = () => onClose(results.size > 0);
  return (
    <Dialog
      role="alertdialog"
      title={bulk.ask(ids.length)}
      description={!started && <p className="mt-2">{bulk.text}</p>}
      busy={busy}
      onClose={close}
      className="max-w-[32rem]"
      footer={
        <>
          <Button
            variant="outline"
            aria-disabled={busy}
            onClick={() => {
              if (!busy) close();
            }}
          >
            {started ? around.close : around.cancel}
          </Button>
          {!finished && (
            <Button
              aria-disabled={work.isPending}
              onClick={() => {
                if (!work.isPending) work.mutate();
              }}
            >
              {labelOf(work.isPending, started, ids.length)}
            </Button>
          )}
          {finished && inTime && approved.length > 0 && (
            <Button
              aria-disabled={busy}
              onClick={() => {
                if (!busy) undoing.mutate();
              }}
            >
              {actions.undo}
            </Button>
          )}
        </>
      }
    >
      {started && (
        <>
          <div
            role="progressbar"
            aria-label={bulk.progress}
            aria-valuenow={results.size}
            aria-valuemax={ids.length}
            className="mt-4 h-2.5 overflow-hidden rounded-full bg-sunk"
          >
            <div
              className="h-full rounded-full bg-water"
              style={{ width: `${(results.size / ids.length) * 100}%` }}
            />
          </div>
          <p role="status" className="text-label text-muted">
            {bulk.done(results.size, ids.length, approved.length + count('not_undone'))}
            {count('undone') > 0 && bulk.undone(count('undone'))}
          </p>
        </>
      )}
      {work.error && (
        <Notice tone="danger" className="mt-3">
          {bulk.failed} {explain(work.error)} {bulk.rest}
        </Notice>
      )}
      {undoing.error && (
        <Notice tone="danger" className="mt-3">
          {bulk.failed} {explain(undoing.error)}
        </Notice>
      )}
      <ul className="mt-3 grid gap-1 text-label">
        {ids.map((id) => (
          <Line key={id} id={id} outcome={results.get(id)} />
        ))}
      </ul>
    </Dialog>
  );
}

/** Undoes one approval, as *Undo* does in the testimony pane. */
async function undone(id: string): Promise<Outcome> {
  try {
    await moderate({ testimonyId: id, action: 'undo' });
    return 'undone';
  } catch (error) {
    // Too late, changed by another staff member, or withdrawn: the others continue.
    if (isApiError(error) && [404, 409].includes(error.status)) return 'not_undone';
    throw error;
  }
}

function labelOf(pending: boolean, started: boolean, count: number): string {
  if (pending) return bulk.approving;
  return started ? bulk.goOn : bulk.start(count);
}

function Line({ id, outcome }: { id: string; outcome: Outcome | undefined }) {
  const isApproved = outcome === 'approved' || outcome === 'not_undone';
  return (
    <li className="flex min-h-8 items-center gap-3">
      <span className="grid size-5 place-items-center">
        {isApproved && <Icon name="check" className="size-5 text-water" />}
        {outcome !== undefined && !isApproved && (
          <Icon name="close" className="size-4 text-danger" />
        )}
      </span>
      <span className="font-semibold whitespace-nowrap text-ink tabular-nums">…{tail(id)}</span>
      <span className="text-muted">{outcome ? bulk.outcomes[outcome] : bulk.waiting}</span>
    </li>
  );
}
