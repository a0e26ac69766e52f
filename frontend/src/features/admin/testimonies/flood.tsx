import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '@/ui/notice';
import { SmallButton } from '../frame/small-button';
import { explain } from '../frame/states';
import { ADMIN, keepFlood } from '../queries';
import { refreshOthers } from './lists';
import { actions } from './testimony-words';

interface FloodProps {
  /** One of the testimonies. */
  id: string;
  /** All testimonies of the flood. */
  flood: readonly string[];
}

/** A flood of reports from the same networks: all its testimonies are kept in one step. */
export function Flood({ id, flood }: FloodProps) {
  const client = useQueryClient();
  const [kept, setKept] = useState<number | null>(null);
  const keeping = useMutation({
    mutationKey: [...ADMIN, 'keep-flood'],
    mutationFn: () => keepFlood(id),
    onSuccess: (answer) => {
      setKept(answer.kept.length);
      refreshOthers(client);
    },
  });
  if (kept !== null) {
    return (
      <Notice icon="check" className="mt-4">
        <p role="status">{actions.floodKept(kept)}</p>
      </Notice>
    );
  }
  if (flood.length < 2) return null;
  return (
    <Notice tone="danger" className="mt-4">
      <p className="mb-2">{actions.flood(flood.length)}</p>
      <SmallButton
        variant="outline"
        aria-disabled={keeping.isPending}
        onClick={() => {
          if (!keeping.isPending) keeping.mutate();
        }}
      >
        {actions.keepFlood(flood.length)}
      </SmallButton>
      {keeping.error && (
        <p role="alert" className="mt-2 font-semibold text-danger">
          {explain(keeping.error)}
        </p>
      )}
    </Notice>
  );
}
