import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { titlesOf } from '../first-words';
import { useMay } from '../frame/role';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { approveAll } from '../queries';
import type { StaffTestimony } from '../types';
import { BATCH_SIZE, BulkDialog } from './bulk-dialog';
import { refreshOthers, takeFromList } from './lists';
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

interface BulkBarProps {
  testimonies: readonly StaffTestimony[];
  /** The selected testimonies; null outside selection mode. */
  ticked: ReadonlySet<string> | null;
  onChange(ticked: ReadonlySet<string> | null): void;
}

/** Selection mode for approving low-risk testimonies in bulk. */
export function BulkBar({ testimonies, ticked, onChange }: BulkBarProps) {
  const client = useQueryClient();
  const [approving, setApproving] = useState<readonly string[] | null>(null);
  const easy = testimonies.filter(isBulkEligible).map(({ id }) => id);
  // A selected testimony may have been decided meanwhile, here or by another staff member.
  const chosen = easy.filter((id) => ticked?.has(id));
  const mayApprove = useMay('moderator');
  if (!mayApprove || (easy.length < 2 && ticked === null)) return null;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      {ticked === null ? (
        <SmallButton
          variant="quiet"
          icon="check"
          className="-ml-3"
          onClick={() => onChange(new Set())}
        >
          {bulk.several}
        </SmallButton>
      ) : (
        <>
          <SmallButton disabled={chosen.length === 0} onClick={() => setApproving(chosen)}>
            {bulk.approve(chosen.length)}
          </SmallButton>
          <SmallButton
            variant="outline"
            onClick={() => onChange(new Set(chosen.length === easy.length ? [] : easy))}
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
          ids={approving}
          titles={titlesOf(testimonies)}
          words={bulk}
          batchSize={BATCH_SIZE}
          send={approveAll}
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
