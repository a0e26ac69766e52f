import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PremiumDialogProps } from '@/features/subscription/premium-dialog';
import type { User } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { Icon } from '@/ui/icon';
import { later } from './later';
import { entryClass } from './navigation';
import { premiumDialog } from './screens';
import { shell } from './words';

/** Without its code the profile says the same. */
const PremiumDialog = later(
  {
    load: () => premiumDialog.load().catch(() => ({ PremiumDialog: StraightToProfile })),
    get module() {
      return premiumDialog.module;
    },
  },
  'PremiumDialog',
);

function StraightToProfile({ onClose }: PremiumDialogProps) {
  const navigate = useNavigate();
  const go = useEffectEvent(() => {
    onClose();
    navigate('/profile');
  });
  useEffect(() => go(), []);
  return null;
}

/** The navigation entry of somebody who has Premium: what they have, in place of the offer. */
export function PremiumEntry({ owner }: { owner: User }) {
  const words = useWords(shell);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={entryClass}>
        <Icon name="rise" className="size-6" />
        {words.premium}
      </button>
      {open && (
        <Suspense fallback={null}>
          <PremiumDialog owner={owner} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
