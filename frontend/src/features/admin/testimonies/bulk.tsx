import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { titlesOf } from '../first-words';
import { useMay } from '../frame/role';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { approveAll, testimonyQuery } from '../queries';
import type { StaffTestimony } from '../types';
import { BATCH_SIZE, BulkDialog } from './bulk-dialog';
import { forget, refreshOthers, replaceInList, takeFromList } from './lists';
import { bulk } from './testimony-words';

/** Whether a testimony is eligible for bulk approval: prepared, low risk, no danger, no report, nothing left
 * readable, in a language that redaction knows. */
export const isBulkEligible = (testimony: StaffTestimony) =>
  testimony.status === 'pending' &&
  testimony.isPrepared &&
  testimony.piiRiskLevel === 'low' &&
  testimony.crisisSeverity === 0 &&
  testimony.reports === 0 &&
  testimony.leftReadable.length === 0 &&
  !testimony.otherLanguage;

/** The selected testimonies by their id, in the version that was seen. */
export type Ticked = ReadonlyMap<string, number>;

/** Whether a testimony is selected as it stands in the list: what was changed since is to be seen first. */
export const isTicked = (ticked: Ticked, { id, version }: StaffTestimony) =>
  ticked.get(id) === version;

interface BulkBarProps {
  testimonies: readonly StaffTestimony[];
  /** Null outside selection mode. */
  ticked: Ticked | null;
  onChange(ticked: Ticked | null): void;
}

/** Selection mode for approving low-risk testimonies in bulk. */
export function BulkBar({ testimonies, ticked, onChange }: BulkBarProps) {
  const client = useQueryClient();
  const [approving, setApproving] = useState<Ticked | null>(null);
  const easy = testimonies.filter(isBulkEligible);
  // A selected testimony may have been decided meanwhile, here or by another staff member.
  const chosen = easy.filter((one) => ticked !== null && isTicked(ticked, one));
  const mayApprove = useMay('moderator');
  if (!mayApprove || (easy.length < 2 && ticked === null)) return null;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      {ticked === null ? (
        <SmallButton
          variant="quiet"
          icon="check"
          className="-ml-3"
          onClick={() => onChange(new Map())}
        >
          {bulk.several}
        </SmallButton>
      ) : (
        <>
          <SmallButton disabled={chosen.length === 0} onClick={() => setApproving(seen(chosen))}>
            {bulk.approve(chosen.length)}
          </SmallButton>
          <SmallButton
            variant="outline"
            onClick={() => onChange(seen(chosen.length === easy.length ? [] : easy))}
          >
            {chosen.length === easy.length ? bulk.none : bulk.all(easy.length)}
          </SmallButton>
          <SmallButton variant="quiet" onClick={() => onChange(null)}>
            {around.cancel}
          </SmallButton>
        </>
      )}
      {approving && (
        <BulkDialog
          ids={[...approving.keys()]}
          titles={titlesOf(testimonies)}
          words={bulk}
          batchSize={BATCH_SIZE}
          send={(ids) => approveSeen(client, approving, ids)}
          onClose={(decided) => {
            setApproving(null);
            if (decided.length === 0) return;
            onChange(null);
            takeFromList(client, decided);
            refreshOthers(client);
          }}
        />
      )}
    </div>
  );
}

const seen = (testimonies: readonly StaffTestimony[]): Ticked =>
  new Map(testimonies.map(({ id, version }) => [id, version]));

/** Approves some of the selected; the list shows anew what was changed since, and drops what is gone. */
async function approveSeen(client: QueryClient, ticked: Ticked, ids: readonly string[]) {
  const stories = ids.map((id) => ({ id, version: ticked.get(id) ?? 0 }));
  const answer = await approveAll(stories);
  for (const { id, outcome } of answer.results) {
    if (outcome === 'not_found') void forget(client, id);
    if (outcome !== 'needs_a_look') continue;
    client
      .fetchQuery({ ...testimonyQuery(id), staleTime: 0 })
      .then(({ story }) => replaceInList(client, story))
      // It is left as it was seen, and is refused again.
      .catch(() => {});
  }
  return answer;
}
