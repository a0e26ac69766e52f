import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Icon } from '@/ui/icon';
import { Notice } from '@/ui/notice';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { explain } from '../frame/states';
import { ADMIN, moderate } from '../queries';
import type { BulkResult } from '../types';
import { tail } from '../words';
import { useShortcutsOn } from './shortcuts';
import { actions, bulk } from './testimony-words';
import { UNDO_MS } from './use-moderation';

/** Batch size: small enough to show progress, large enough that twenty need four requests. */
export const BATCH_SIZE = 5;

/** The result for a testimony; an approval may since have been undone, or too late to undo. */
type Outcome = BulkResult['outcome'] | 'undone' | 'not_undone';

interface BulkDialogProps {
  ids: readonly string[];
  /** The first words of stories by their id. */
  titles: ReadonlyMap<string, string>;
  words: {
    ask(count: number): string;
    text: string;
    done(done: number, all: number, decided: number): string;
    start(count: number): string;
    working: string;
  };
  batchSize: number;
  send(ids: string[]): Promise<{ results: BulkResult[] }>;
  /** With the ids of the stories that left the list. */
  onClose(decided: readonly string[]): void;
}

/** Decides several testimonies in batches, shows each result, and can undo one or all of them. */
export function BulkDialog({ ids, titles, words, batchSize, send, onClose }: BulkDialogProps) {
  const [results, setResults] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const note = (id: string, outcome: Outcome) =>
    setResults((before) => new Map(before).set(id, outcome));
  const work = useMutation({
    mutationKey: [...ADMIN, 'bulk'],
    mutationFn: async () => {
      const waiting = ids.filter((id) => !results.has(id));
      for (let start = 0; start < waiting.length; start += batchSize) {
        const answer = await send(waiting.slice(start, start + batchSize));
        for (const { id, outcome } of answer.results) note(id, outcome);
      }
    },
  });
  const decided = ids.filter((id) => isDecided(results.get(id)));
  const undoing = useMutation({
    mutationKey: [...ADMIN, 'moderate'],
    mutationFn: async (these: readonly string[]) => {
      for (const id of these) note(id, await undone(id));
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
  // As in the dialog of a reason: Ctrl+Enter sends, Escape leaves.
  const mayStart = !finished && !work.isPending;
  const start = useRef(() => {});
  useEffect(() => {
    start.current = () => {
      if (mayStart) work.mutate();
    };
  });
  const keys = useShortcutsOn();
  useEffect(() => {
    if (!keys) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      event.preventDefault();
      start.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [keys]);
  const count = (outcome: Outcome) => [...results.values()].filter((one) => one === outcome).length;
  // What cannot be decided here has left the list, or is left in it.
  const close = () => onClose(ids.filter((id) => hasLeft(results.get(id))));
  return (
    <Dialog
      role="alertdialog"
      title={words.ask(ids.length)}
      description={
        !started && (
          <p className="mt-2">
            {words.text} {keys && bulk.keys}
          </p>
        )
      }
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
              {labelOf(words, work.isPending, started, ids.length)}
            </Button>
          )}
          {finished && inTime && decided.length > 0 && (
            <Button
              aria-disabled={busy}
              onClick={() => {
                if (!busy) undoing.mutate(decided);
              }}
            >
              {decided.length > 1 ? bulk.undoAll : actions.undo}
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
            {words.done(results.size, ids.length, decided.length + count('not_undone'))}
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
          <Line
            key={id}
            id={id}
            title={titles.get(id)}
            outcome={results.get(id)}
            onUndo={
              finished && inTime && decided.length > 1
                ? () => {
                    if (!busy) undoing.mutate([id]);
                  }
                : null
            }
          />
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

const isDecided = (outcome: Outcome | undefined) =>
  outcome === 'approved' || outcome === 'rejected';

/** Whether a story with this result is no longer in the list. */
const hasLeft = (outcome: Outcome | undefined) =>
  isDecided(outcome) || (outcome !== undefined && !['undone', 'needs_a_look'].includes(outcome));

function labelOf(
  words: BulkDialogProps['words'],
  pending: boolean,
  started: boolean,
  count: number,
): string {
  if (pending) return words.working;
  return started ? bulk.goOn : words.start(count);
}

interface LineProps {
  id: string;
  title: string | undefined;
  outcome: Outcome | undefined;
  onUndo: (() => void) | null;
}

function Line({ id, title, outcome, onUndo }: LineProps) {
  const isApproved = isDecided(outcome) || outcome === 'not_undone';
  return (
    <li className="flex min-h-8 items-center gap-3">
      <span className="grid size-5 place-items-center">
        {isApproved && <Icon name="check" className="size-5 text-water" />}
        {outcome !== undefined && !isApproved && (
          <Icon name="close" className="size-4 text-danger" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        {title && (
          <span dir="auto" className="line-clamp-1 font-semibold text-ink wrap-anywhere">
            {title}
          </span>
        )}
        <span className="flex flex-wrap gap-x-2 text-muted">
          <span className="tabular-nums">…{tail(id)}</span>
          <span>{outcome ? bulk.outcomes[outcome] : bulk.waiting}</span>
        </span>
      </span>
      {onUndo && isDecided(outcome) && (
        <SmallButton variant="quiet" aria-label={bulk.undoOne(tail(id))} onClick={onUndo}>
          {actions.undo}
        </SmallButton>
      )}
    </li>
  );
}
