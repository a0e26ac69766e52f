/** What has come into the list on screen since it was loaded. It is counted and announced, and stays outside until asked in. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Only, readChanges, testimonyQuery } from '../queries';
import type { StaffTestimony, Status } from '../types';
import { takeFromList } from './lists';
import { useWhileHere } from './use-while-here';

const EVERY_MS = 15_000;

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
  const since = useRef<{ list: string; at: string } | null>(null);
  const [arrived, setArrived] = useState<{ list: string; ids: readonly string[] } | null>(null);

  const look = async () => {
    const from = since.current?.list === list ? since.current : null;
    const changes = await readChanges(status, from?.at ?? null);
    if (from === null) {
      since.current = { list, at: changes.at };
      return;
    }
    // Another list is on screen, or this one was loaded anew.
    if (since.current !== from) return;
    setArrived({ list, ids: changes.arrived });
    const left = changes.left.filter((id) => id !== selected);
    if (left.length > 0) takeFromList(client, left);
    // The story on screen then says how it stands, and no key decides it a second time.
    if (selected && changes.left.includes(selected))
      client.invalidateQueries({ queryKey: testimonyQuery(selected).queryKey });
  };
  // A look that fails says nothing: the next one follows soon.
  useWhileHere(list, EVERY_MS, { act: () => void look().catch(() => {}) });

  const known = new Set(testimonies.map(({ id }) => id));
  const ids = arrived?.list === list ? arrived.ids : [];
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
