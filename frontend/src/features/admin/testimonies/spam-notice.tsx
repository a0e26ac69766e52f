import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '@/ui/notice';
import { SmallButton } from '../frame/small-button';
import { rejectSpam, spamQuery } from '../queries';
import type { SpamGroup } from '../types';
import { BulkDialog } from './bulk-dialog';
import { refreshOthers, takeFromList } from './lists';
import { useShortcuts, useShortcutsOn } from './shortcuts';
import { Key } from './shortcuts-dialog';
import { reasons, spam } from './testimony-words';

/** The guess that this story belongs to, if there is one. */
export function useSpamGroup(id: string, enabled: boolean): SpamGroup | undefined {
  const { data } = useQuery({ ...spamQuery, enabled });
  return enabled ? data?.groups.find(({ ids }) => ids.includes(id)) : undefined;
}

interface SpamNoticeProps {
  group: SpamGroup;
  /** The first words of stories by their id. */
  titles: ReadonlyMap<string, string>;
  /** Goes on after these stories have left the list. */
  onDecided(ids: readonly string[]): void;
}

/** A guess at spam, which staff confirm for all that are alike. */
export function SpamNotice({ group, titles, onDecided }: SpamNoticeProps) {
  const client = useQueryClient();
  // The group of the moment of asking: what is decided leaves the guess.
  const [asking, setAsking] = useState<readonly string[] | null>(null);
  const keys = useShortcutsOn();
  const ask = () => setAsking(group.ids.slice(0, MAX_AT_ONCE));
  useShortcuts({ s: ask });
  return (
    <Notice className="mt-4">
      <p className="mb-2">{spam.guess(whyOf(group), group.ids.length)}</p>
      <SmallButton variant="danger" aria-keyshortcuts={keys ? 'S' : undefined} onClick={ask}>
        {spam.reject(Math.min(group.ids.length, MAX_AT_ONCE))}
        {keys && (
          <span aria-hidden="true" className="max-rail:hidden">
            <Key name="S" />
          </span>
        )}
      </SmallButton>
      {asking && (
        <BulkDialog
          ids={asking}
          titles={titles}
          words={spam}
          // All at once: what is left of a group may look like a story of its own.
          batchSize={MAX_AT_ONCE}
          send={(ids) => rejectSpam(ids, reasons.templates[4][1])}
          onClose={(decided) => {
            setAsking(null);
            if (decided.length === 0) return;
            onDecided(decided);
            takeFromList(client, decided);
            refreshOthers(client);
            client.invalidateQueries({ queryKey: spamQuery.queryKey });
          }}
        />
      )}
    </Notice>
  );
}

/** As many as the server takes at once. */
const MAX_AT_ONCE = 100;

const whyOf = ({ hasLinks, hasOffers, isRepeated }: SpamGroup): readonly string[] => [
  ...(hasOffers ? [spam.why.offers] : []),
  ...(hasLinks ? [spam.why.links] : []),
  ...(isRepeated ? [spam.why.repeated] : []),
];
