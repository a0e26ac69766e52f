/** Renders the two global dialogs. Both are in the first load, so the helplines are available offline. */
import { type ReactNode, useState } from 'react';
import { carriedLetter } from '@/features/guidance/queries';
import { UpgradeDialog } from '@/features/subscription/upgrade-dialog';
import { CrisisDialog } from '@/features/support/crisis-dialog';
import type { CrisisResources } from '@/lib/api/types';
import { type Dialogs, DialogsContext } from '@/lib/dialogs';
import { offerQuietHelp } from '@/lib/quiet-help';

type Open =
  | {
      kind: 'crisis';
      resources: CrisisResources | null;
      category: string | null;
      encouragement: (() => void) | null;
    }
  | { kind: 'upgrade'; resetsAt: string | null };

export function DialogsHost({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open | null>(null);
  const [dialogs] = useState<Dialogs>(() => ({
    showCrisis: (resources, encouragement) =>
      setOpen({
        kind: 'crisis',
        resources,
        category: resources?.category ?? null,
        encouragement: encouragement ?? null,
      }),
    showBundledHelp: (category) =>
      setOpen({ kind: 'crisis', resources: null, category, encouragement: null }),
    // The upgrade dialog never replaces an open crisis dialog.
    showUpgrade: (resetsAt) =>
      setOpen((now) =>
        now?.kind === 'crisis' ? now : { kind: 'upgrade', resetsAt: resetsAt ?? null },
      ),
  }));
  const close = () => {
    if (open?.kind === 'crisis') offerQuietHelp('danger');
    setOpen(null);
  };

  return (
    <DialogsContext value={dialogs}>
      {children}
      {open?.kind === 'crisis' && (
        <CrisisDialog
          resources={open.resources}
          category={open.category}
          onClose={close}
          onEncouragement={
            open.encouragement &&
            (() => {
              close();
              open.encouragement?.();
            })
          }
        />
      )}
      {open?.kind === 'upgrade' && (
        <UpgradeDialog
          resetsAt={open.resetsAt}
          hasLetter={carriedLetter()?.topic != null}
          onClose={close}
        />
      )}
    </DialogsContext>
  );
}
