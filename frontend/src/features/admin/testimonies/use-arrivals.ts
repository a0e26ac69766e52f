/** What has come into the list on screen since it was loaded, from look to look. It is counted and announced, and stays outside until asked in. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { countsQuery, type Only, readChanges, testimonyQuery } from '../queries';
import type { StaffTestimony, Status } from '../types';
import { forget, takeFromList } from './lists';
import { useWhileHere } from './use-while-here';

const EVERY_MS = 15_000;
/** About as many stories the server is asked at once. */
const MAX_LISTED = 500;

interface Options {
  status: Status;
  only: Only;
  testimonies: readonly StaffTestimony[];
  /** The story on screen: it stays even if somebody else has decided on it. */
  selected: string | null;
}

/** The number of new stories, and a way to begin counting anew when the list has been loaded. */
export function useArrivals({ status, only, testimonies, selected }: Options) {
  const client = useQueryClient();
  const list = `${status} ${only}`;
  const known = new Set(testimonies.map(({ id }) => id));
  const since = useRef<{ list: string; at: string } | null>(null);
  const [arrived, setArrived] = useState<{ list: string; ids: readonly string[] } | null>(null);
  const ids = arrived?.list === list ? arrived.ids : [];
  const shown = useRef(list);
  useEffect(() => {
    shown.current = list;
  });

  const look = async () => {
    const before = since.current;
    const from = before?.list === list ? before.at : null;
    const listed = [...new Set([...known, ...ids])].slice(0, MAX_LISTED);
    const changes = await readChanges({ status, since: from, listed });
    // Another list is on screen, or this one was loaded anew.
    if (since.current !== before || shown.current !== list) return;
    since.current = { list, at: changes.at };
    const out = new Set([...changes.left, ...changes.gone]);
    setArrived((arrivals) => {
      const earlier = arrivals?.list === list ? arrivals.ids : [];
      const all = new Set([...earlier, ...changes.arrived]);
      return { list, ids: [...all].filter((id) => !out.has(id)) };
    });
    if (out.size > 0 || changes.arrived.some((id) => !known.has(id) && !ids.includes(id)))
      client.invalidateQueries({ queryKey: countsQuery.queryKey });
    const left = changes.left.filter((id) => id !== selected);
    if (left.length > 0) takeFromList(client, left);
    for (const id of changes.gone) void forget(client, id);
    if (!selected || !changes.left.includes(selected)) return;
    // The story on screen then says how it stands, and no key decides it a second time.
    const { queryKey } = testimonyQuery(selected);
    if (client.getQueryData(queryKey)?.story.status === status)
      client.invalidateQueries({ queryKey });
  };
  // A look that fails says nothing: the next one follows soon.
  useWhileHere(list, EVERY_MS, { act: () => void look().catch(() => {}) });

  return {
    // A narrowed list does not know whether a new story belongs to it.
    count: only === '' ? ids.filter((id) => !known.has(id)).length : 0,
    begin: () => {
      since.current = null;
      setArrived(null);
      void look().catch(() => {});
    },
  };
}
