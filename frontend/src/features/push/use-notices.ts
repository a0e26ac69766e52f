/** Turns notices on and off in this browser, and changes what they are for. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { mayNotify, subscribe, unsubscribe } from './browser';
import { endDevice, endpointQuery, keepDevice, pushQuery, type Wishes } from './queries';

/** The psalm comes every evening, so it is chosen by itself. */
const AT_FIRST: Wishes = { stories: true, prayers: true, psalm: false };

/** What happened last, to be told. */
type Told = 'on' | 'off' | 'not-allowed' | null;

export function useNotices() {
  const client = useQueryClient();
  const [told, setTold] = useState<Told>(null);
  const server = useQuery(pushQuery);
  const endpoint = useQuery(endpointQuery).data ?? null;
  const key = server.data?.key ?? null;
  const device = server.data?.devices.find((one) => one.endpoint === endpoint) ?? null;

  const note = (endpoint: string | null, wishes: Wishes | null) => {
    client.setQueryData(endpointQuery.queryKey, endpoint);
    client.setQueryData(pushQuery.queryKey, (known) => {
      if (!known) return known;
      const others = known.devices.filter((one) => one.endpoint !== endpoint);
      const devices = endpoint && wishes ? [...others, { endpoint, ...wishes }] : others;
      return { ...known, devices };
    });
  };
  const turningOn = useMutation({
    mutationFn: async () => {
      if (!(await mayNotify())) return false;
      const endpoint = await subscribe(key ?? '');
      try {
        await keepDevice({ endpoint, ...AT_FIRST });
      } catch (error) {
        await unsubscribe();
        throw error;
      }
      note(endpoint, AT_FIRST);
      return true;
    },
    onSuccess: (isOn) => setTold(isOn ? 'on' : 'not-allowed'),
  });
  const turningOff = useMutation({
    mutationFn: async () => {
      // First here, so that it ends without a connection, too: the server then learns it from the push service.
      await unsubscribe();
      if (endpoint) {
        await endDevice(endpoint).catch((error) => {
          if (isApiError(error)) throw error;
        });
      }
      note(null, null);
    },
    onSuccess: () => setTold('off'),
  });
  const changing = useMutation({
    mutationFn: async (wishes: Wishes) => {
      if (endpoint) await keepDevice({ endpoint, ...wishes });
      note(endpoint, wishes);
    },
  });
  const all = [turningOn, turningOff, changing];
  const isBusy = all.some(({ isPending }) => isPending);
  const start = (begin: () => void) => {
    if (isBusy) return;
    setTold(null);
    for (const one of all) one.reset();
    begin();
  };

  return {
    server,
    isSetUp: key !== null,
    device,
    told,
    /** What is shown while a change is on its way. */
    wishes: changing.isPending ? changing.variables : device,
    isTurningOn: turningOn.isPending,
    isTurningOff: turningOff.isPending,
    isBusy,
    error: all.find(({ error }) => error)?.error ?? null,
    turnOn: () => start(turningOn.mutate),
    turnOff: () => start(turningOff.mutate),
    change: (wishes: Wishes) => start(() => changing.mutate(wishes)),
  };
}
