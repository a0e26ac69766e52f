/**
 * Renders the two global dialogs. The crisis dialog is in the first load, so that the helplines are available offline;
 * the upgrade offer loads on demand.
 */
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { carriedLetter } from '@/features/guidance/queries';
import type { UpgradeDialogProps } from '@/features/subscription/upgrade-dialog';
import { CrisisDialog } from '@/features/support/crisis-dialog';
import type { CrisisResources } from '@/lib/api/types';
import { type Dialogs, DialogsContext } from '@/lib/dialogs';
import { page } from '@/lib/page';
import { offerQuietHelp } from '@/lib/quiet-help';
import { later } from './later';
import { upgradeDialog } from './screens';

/** Without its code the offer is skipped: the page that it leads to says the same, also that there is no connection. */
const UpgradeDialog = later(
  {
    load: () => upgradeDialog.load().catch(() => ({ UpgradeDialog: StraightToSubscribe })),
    get module() {
      return upgradeDialog.module;
    },
  },
  'UpgradeDialog',
);

function StraightToSubscribe({ onClose }: UpgradeDialogProps) {
  const go = useEffectEvent(() => {
    onClose();
    page.go('/subscribe');
  });
  useEffect(() => go(), []);
  return null;
}

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
        <Suspense fallback={null}>
          <UpgradeDialog
            resetsAt={open.resetsAt}
            hasLetter={carriedLetter()?.topic != null}
            onClose={close}
          />
        </Suspense>
      )}
    </DialogsContext>
  );
}
