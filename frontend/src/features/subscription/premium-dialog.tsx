import { useQuery } from '@tanstack/react-query';
import type { User } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { subscriptionQuery } from './queries';
import { Way } from './way';
import { premium } from './words';

type PremiumOwner = Pick<User, 'isPremium' | 'manualPremiumUntil' | 'subscriptionStatus'>;

export interface PremiumDialogProps {
  owner: PremiumOwner;
  onClose(): void;
}

/** What somebody with Premium has: until when, and the ways to prayers, library and profile. It shows no price. */
export function PremiumDialog({ owner, onClose }: PremiumDialogProps) {
  const words = useWords(premium);
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={
        <Button variant="outline" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <p className="mt-2 text-body">
        <Until owner={owner} />
      </p>
      <ul className="-mx-2 mt-3">
        <Way to="/prayers" icon="quote" name={words.prayers} onClose={onClose} />
        <Way to="/library" icon="book" name={words.library} onClose={onClose} />
        <Way to="/profile" icon="people" name={words.profile} onClose={onClose} />
      </ul>
    </Dialog>
  );
}

/** The date up to which Premium is sure, as far as it is known. */
function Until({ owner }: { owner: PremiumOwner }) {
  const words = useWords(premium);
  const { data } = useQuery(subscriptionQuery);
  const { manualPremiumUntil: given } = owner;
  if (!owner.isPremium) return words.paused;
  if (data?.cancelsAt) return words.until(dateInWords(data.cancelsAt));
  if (data?.renewsAt) return words.renews(dateInWords(data.renewsAt));
  if (data?.graceUntil) return words.until(dateInWords(data.graceUntil));
  if (given && new Date(given) > new Date()) return words.given(dateInWords(given));
  if (data?.giftUntil) return words.until(dateInWords(data.giftUntil));
  return words.on;
}
