/** Moderation actions: the request, the update of the list, and undo. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApiError, isApiError } from '@/lib/api/error';
import { dropDraft } from '@/lib/drafts';
import { explain } from '../frame/states';
import { ADMIN, deleteTestimony, moderate, type Step, testimonyQuery } from '../queries';
import type { Action, Status } from '../types';
import { moment, tail } from '../words';
import { noteDraft, reasonDraft } from './drafts';
import { noteDecided } from './heavy-row';
import { forget, putBack, refreshOthers, replaceInList, takeFromList } from './lists';
import { actions, deletion, editing, pane, reasons } from './testimony-words';

/** How long the server allows undoing one's own action. */
export const UNDO_MS = 10_000;

/** A second press that comes just after the answer was meant for the story before. */
export const ARRIVAL_MS = 400;

interface LastStep {
  id: string;
  action: Action;
  /** The list that contained the testimony. */
  status: Status;
}

interface Problem {
  kind: 'conflict' | 'failed';
  id: string;
  title: string;
  text: string;
}

interface Options {
  status: Status;
  /** The testimony on screen. */
  selected: string | null;
  /** The testimony that follows this one when it leaves the list, with others if there are any. */
  neighbour(id: string, leaving?: readonly string[]): string | null;
  /** Opens a testimony in the list of a status. */
  show(id: string | null, status?: Status): void;
}

export function useModeration({ status, selected, neighbour, show }: Options) {
  const client = useQueryClient();
  const [last, setLast] = useState<LastStep | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [said, setSaid] = useState('');

  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => setLast(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last]);

  /** The story that has just come by itself, which nobody can have read yet. */
  const [arrived, setArrived] = useState<string | null>(null);
  useEffect(() => {
    if (!arrived) return;
    const timer = setTimeout(() => setArrived(null), ARRIVAL_MS);
    return () => clearTimeout(timer);
  }, [arrived]);
  const isArriving = arrived !== null && arrived === selected;

  /** Staff who have opened another testimony or the list meanwhile stay there. */
  const isElsewhere = (id: string) => selected !== id;
  /** Its author has withdrawn it meanwhile, or somebody has deleted it. */
  const noteGone = (id: string, title: string) => {
    if (last?.id === id) setLast(null);
    if (isElsewhere(id)) setProblem({ kind: 'failed', id, title, text: named(id, pane.gone) });
    else setSaid(pane.gone);
    void forget(client, id);
    refreshOthers(client);
  };
  const mutation = useMutation({
    mutationKey: [...ADMIN, 'moderate'],
    mutationFn: (step: Step) => moderate(step),
    // Another list may be on screen when the response arrives.
    onMutate: () => ({ list: status }),
    // Nothing waits for the refetch, so that the next key press is not lost.
    onSuccess: (testimony, { testimonyId: id, action, internalNote }, { list }) => {
      const done = actions.done(tail(id), actions.deeds[action]);
      setSaid(internalNote ? `${done} ${editing.noteSaved}` : done);
      if (internalNote) dropDraft(noteDraft(id));
      // A failed deletion of another testimony stays visible.
      setProblem((before) => (before?.kind === 'failed' && before.id !== id ? before : null));
      // The next action must name the new version.
      client.setQueryData(testimonyQuery(id).queryKey, (before) => ({
        timeline: [],
        flood: [],
        ...before,
        story: testimony,
      }));
      if (action === 'undo') {
        // Another list may be on screen: the story is fetched with its own.
        if (last?.status === list) putBack(client, testimony);
        show(id, last?.status);
        setLast(null);
        refreshOthers(client);
        return;
      }
      dropDraft(reasonDraft(action, id));
      setLast({ id, action, status: list });
      if (action === 'keep') {
        replaceInList(client, testimony);
        refreshOthers(client);
        return;
      }
      noteDecided(testimony);
      const next = neighbour(id);
      takeFromList(client, [id]);
      if (!isElsewhere(id)) {
        show(next);
        setArrived(next);
      }
      refreshOthers(client);
    },
    onError: (error, { testimonyId: id, action }) => {
      if (action === 'undo') setLast(null);
      if (isApiError(error) && error.status === 404) return noteGone(id, actions.failed);
      const conflict = isApiError(error) && error.status === 409;
      const text = conflict ? whoWasFirst(error) : explain(error);
      const elsewhere = action !== 'undo' && isElsewhere(id);
      const title = actions.failed;
      setProblem(
        elsewhere
          ? { kind: 'failed', id, title, text: named(id, text) }
          : { kind: conflict ? 'conflict' : 'failed', id, title, text },
      );
      if (!conflict) return;
      // A conflict: refetches the current state and keeps the testimony open.
      if (!elsewhere) show(id);
      // Somebody else has taken it out of this list: it stays open, and the next step goes on to the one after it.
      if (error.moved && error.moved.status !== status) takeFromList(client, [id]);
      refreshOthers(client);
    },
  });

  /** Deletion, which cannot be undone. */
  const removal = useMutation({
    mutationKey: [...ADMIN, 'delete'],
    mutationFn: deleteTestimony,
    onSuccess: (_, id) => {
      setSaid(deletion.done(tail(id)));
      if (last?.id === id) setLast(null);
      const next = neighbour(id);
      takeFromList(client, [id]);
      if (!isElsewhere(id)) show(next);
      refreshOthers(client);
    },
    onError: (error, id) => {
      if (isApiError(error) && error.status === 404) return noteGone(id, deletion.failed);
      const text = isElsewhere(id) ? named(id, explain(error)) : explain(error);
      setProblem({ kind: 'failed', id, title: deletion.failed, text });
    },
  });

  return {
    last,
    said,
    pending: mutation.isPending || isArriving,
    /** The conflict on this testimony's last action, if there was one. */
    conflictOf: (id: string) =>
      problem?.kind === 'conflict' && problem.id === id ? problem.text : null,
    failure: problem?.kind === 'failed' ? problem : null,
    dismissFailure: () => setProblem(null),
    take: (step: Step) => {
      if (!mutation.isPending && !isArriving) mutation.mutate(step);
    },
    /** The id of the testimony being deleted. */
    deleting: removal.isPending ? removal.variables : null,
    remove: (id: string) => {
      if (!removal.isPending) removal.mutate(id);
    },
    /** Goes on to the next story if the one on screen was decided with others. */
    leave: (ids: readonly string[]) => {
      if (selected && ids.includes(selected)) show(neighbour(selected, ids));
    },
    undo: () => {
      if (last && !mutation.isPending) mutation.mutate({ testimonyId: last.id, action: 'undo' });
    },
  };
}

/** Prefixes the id of a testimony that is no longer on screen. */
const named = (id: string, text: string) => `${reasons.story(tail(id))}: ${text}`;

/** Who acted first and when, if the server says so. */
function whoWasFirst(error: ApiError): string {
  const { moved } = error;
  if (!moved) return actions.changed;
  const status = moved.status === 'pending' ? actions.reopened : moved.status;
  if (!moved.by) return actions.already(status);
  return actions.alreadyBy(moved.by, status, moved.at ? moment(moved.at) : null);
}

export type Moderation = ReturnType<typeof useModeration>;
