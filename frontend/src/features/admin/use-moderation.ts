/** Takes steps with stories: what is sent, what becomes of the list, and how the last step is taken back. */
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ApiError, isApiError } from '@/lib/api/error';
import { dropDraft } from '@/lib/drafts';
import { reasonDraft } from './drafts';
import {
  ADMIN,
  deleteStory,
  moderate,
  type Step,
  type StoryPage,
  storiesQuery,
  storyQuery,
} from './queries';
import { explain } from './states';
import { actions, deletion, reasons } from './story-words';
import type { Action, Status } from './types';
import { moment, tail } from './words';

/** How long the server lets somebody take back their own step. */
export const UNDO_MS = 10_000;

interface LastStep {
  id: string;
  action: Action;
  /** The list in which the story was. */
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
  /** The story on screen. */
  selected: string | null;
  /** Which story comes after this one leaves the list. */
  neighbour(id: string): string | null;
  /** Shows a story, in the list of a status. */
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

  /** Whoever has gone on to another story, or back to the list, is not taken away from there. */
  const isElsewhere = (id: string) => selected !== id;
  const refreshAll = () => client.invalidateQueries({ queryKey: ADMIN });
  /** Everything but this list, from which only the story was taken. */
  const refreshOthers = (list: Status) =>
    client.invalidateQueries({
      queryKey: ADMIN,
      predicate: ({ queryKey }) => queryKey.at(-1) !== storiesQuery(list).queryKey.at(-1),
    });
  const takeFromList = (id: string, list: Status) =>
    client.setQueryData<InfiniteData<StoryPage, string>>(
      storiesQuery(list).queryKey,
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            stories: page.stories.filter((story) => story.id !== id),
          })),
        },
    );

  const mutation = useMutation({
    mutationKey: [...ADMIN, 'moderate'],
    mutationFn: (step: Step) => moderate(step),
    // By the time of the answer another list may be on screen.
    onMutate: () => ({ list: status }),
    // Nothing here waits for the lists to be fetched again: the next key would be lost meanwhile.
    onSuccess: (story, { testimonyId: id, action }, { list }) => {
      setSaid(actions.done(tail(id), actions.deeds[action]));
      // That another story could not be deleted is still to be read.
      setProblem((before) => (before?.kind === 'failed' && before.id !== id ? before : null));
      // The next step names the version that this one made.
      client.setQueryData(storyQuery(id).queryKey, (before) => ({
        timeline: [],
        ...before,
        story,
      }));
      if (action === 'undo') {
        show(id, last?.status);
        setLast(null);
        refreshAll();
        return;
      }
      dropDraft(reasonDraft(action, id));
      setLast({ id, action, status: list });
      if (action === 'keep') {
        refreshAll();
        return;
      }
      const next = neighbour(id);
      takeFromList(id, list);
      if (!isElsewhere(id)) show(next);
      refreshOthers(list);
    },
    onError: (error, { testimonyId: id, action }) => {
      if (action === 'undo') setLast(null);
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
      // Somebody else was first: what they did is fetched, and the story stays in view.
      if (!elsewhere) show(id);
      refreshAll();
    },
  });

  /** It is gone for good, and cannot be taken back. */
  const removal = useMutation({
    mutationKey: [...ADMIN, 'delete'],
    mutationFn: deleteStory,
    onMutate: () => ({ list: status }),
    onSuccess: (_, id, { list }) => {
      setSaid(deletion.done(tail(id)));
      if (last?.id === id) setLast(null);
      const next = neighbour(id);
      takeFromList(id, list);
      if (!isElsewhere(id)) show(next);
      refreshOthers(list);
    },
    onError: (error, id) => {
      const text = isElsewhere(id) ? named(id, explain(error)) : explain(error);
      setProblem({ kind: 'failed', id, title: deletion.failed, text });
    },
  });

  return {
    last,
    said,
    pending: mutation.isPending,
    /** Why the last step with this story was not possible, if somebody else was first. */
    conflictOf: (id: string) =>
      problem?.kind === 'conflict' && problem.id === id ? problem.text : null,
    failure: problem?.kind === 'failed' ? problem : null,
    dismissFailure: () => setProblem(null),
    take: (step: Step) => {
      if (!mutation.isPending) mutation.mutate(step);
    },
    /** The story that is being deleted. */
    deleting: removal.isPending ? removal.variables : null,
    remove: (id: string) => {
      if (!removal.isPending) removal.mutate(id);
    },
    undo: () => {
      if (last && !mutation.isPending) mutation.mutate({ testimonyId: last.id, action: 'undo' });
    },
  };
}

/** Of a story that is no longer on screen it is said which one it is. */
const named = (id: string, text: string) => `${reasons.story(tail(id))}: ${text}`;

/** Who took the step that came first, and when, as far as the server tells. */
function whoWasFirst(error: ApiError): string {
  const { moved } = error;
  if (!moved) return actions.changed;
  const status = moved.status === 'pending' ? actions.reopened : moved.status;
  if (!moved.by) return actions.already(status);
  return actions.alreadyBy(moved.by, status, moved.at ? moment(moved.at) : null);
}

export type Moderation = ReturnType<typeof useModeration>;
