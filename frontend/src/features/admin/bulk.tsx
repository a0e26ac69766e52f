import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkDialog } from './bulk-dialog';
import { ADMIN } from './queries';
import { SmallButton } from './small-button';
import { around } from './staff-words';
import { bulk } from './story-words';
import type { StaffStory } from './types';

/** Whether a story may be approved without being opened by itself: ready, of low risk, without danger or a report. */
export const isEasy = (story: StaffStory) =>
  story.status === 'pending' &&
  story.isPrepared &&
  story.piiRiskLevel === 'low' &&
  story.crisisSeverity === 0 &&
  story.reports === 0;

interface BulkBarProps {
  stories: readonly StaffStory[];
  /** The stories ticked so far; nothing while none are being chosen. */
  ticked: ReadonlySet<string> | null;
  onChange(ticked: ReadonlySet<string> | null): void;
}

/** Approves several stories of low risk at once. */
export function BulkBar({ stories, ticked, onChange }: BulkBarProps) {
  const client = useQueryClient();
  const [approving, setApproving] = useState<readonly string[] | null>(null);
  const easy = stories.filter(isEasy).map(({ id }) => id);
  // A story may have been settled meanwhile, by oneself or by somebody else.
  const chosen = easy.filter((id) => ticked?.has(id));
  if (easy.length < 2 && ticked === null) return null;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      {ticked === null ? (
        <SmallButton
          look="quiet"
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
            look="outline"
            onClick={() => onChange(new Set(chosen.length === easy.length ? [] : easy))}
          >
            {chosen.length === easy.length ? bulk.none : bulk.all(easy.length)}
          </SmallButton>
          <SmallButton look="quiet" onClick={() => onChange(null)}>
            {around.cancel}
          </SmallButton>
        </>
      )}
      {approving && (
        <BulkDialog
          ids={approving}
          onClose={(changed) => {
            setApproving(null);
            if (!changed) return;
            onChange(null);
            client.invalidateQueries({ queryKey: ADMIN });
          }}
        />
      )}
    </div>
  );
}
