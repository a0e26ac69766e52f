import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Icon } from '@/ui/icon';
import { Notice } from '@/ui/notice';
import { ADMIN, approveAll } from './queries';
import { around } from './staff-words';
import { explain } from './states';
import { bulk } from './story-words';
import type { BulkResult } from './types';
import { tail } from './words';

/** Few enough that somebody sees them go, many enough that twenty need four calls. */
const AT_ONCE = 5;

interface BulkDialogProps {
  ids: readonly string[];
  onClose(changed: boolean): void;
}

/** Approves the chosen stories a few at a time, and says of each what became of it. */
export function BulkDialog({ ids, onClose }: BulkDialogProps) {
  const [results, setResults] = useState<ReadonlyMap<string, BulkResult['outcome']>>(new Map());
  const work = useMutation({
    mutationKey: [...ADMIN, 'approve'],
    mutationFn: async () => {
      const waiting = ids.filter((id) => !results.has(id));
      for (let start = 0; start < waiting.length; start += AT_ONCE) {
        const answer = await approveAll(waiting.slice(start, start + AT_ONCE));
        setResults((before) => {
          const next = new Map(before);
          for (const { id, outcome } of answer.results) next.set(id, outcome);
          return next;
        });
      }
    },
  });
  const started = work.isPending || results.size > 0 || work.isError;
  const finished = results.size === ids.length;
  const approved = [...results.values()].filter((outcome) => outcome === 'approved').length;
  const close = () => onClose(results.size > 0);
  return (
    <Dialog
      role="alertdialog"
      title={bulk.ask(ids.length)}
      description={!started && <p className="mt-2">{bulk.text}</p>}
      busy={work.isPending}
      onClose={close}
      className="max-w-[32rem]"
      footer={
        <>
          <Button
            look="outline"
            aria-disabled={work.isPending}
            onClick={() => {
              if (!work.isPending) close();
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
            {bulk.done(results.size, ids.length, approved)}
          </p>
        </>
      )}
      {work.error && (
        <Notice tone="danger" className="mt-3">
          {bulk.failed} {explain(work.error)} {bulk.rest}
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

function labelOf(pending: boolean, started: boolean, count: number): string {
  if (pending) return bulk.approving;
  return started ? bulk.goOn : bulk.start(count);
}

function Line({ id, outcome }: { id: string; outcome: BulkResult['outcome'] | undefined }) {
  return (
    <li className="flex min-h-8 items-center gap-3">
      <span className="grid size-5 place-items-center">
        {outcome === 'approved' && <Icon name="check" className="size-5 text-water" />}
        {outcome !== undefined && outcome !== 'approved' && (
          <Icon name="close" className="size-4 text-danger" />
        )}
      </span>
      <span className="font-semibold whitespace-nowrap text-ink tabular-nums">…{tail(id)}</span>
      <span className="text-muted">{outcome ? bulk.outcomes[outcome] : bulk.waiting}</span>
    </li>
  );
}
