import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Farewell } from '@/features/user/use-farewell';

/** Moves the report of a session that ended elsewhere from the URL into the history's state. Returns whether it is there. */
export function useSignedInElsewhere(): boolean {
  const [params, setParams] = useSearchParams();
  const here = params.get('logged_out') === 'elsewhere';

  useEffect(() => {
    if (!here) return;
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('logged_out');
        return next;
      },
      { replace: true, state: { endedElsewhere: true } satisfies Farewell },
    );
  }, [here, setParams]);
  return here;
}
