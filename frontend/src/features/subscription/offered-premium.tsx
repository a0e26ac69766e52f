import { useMutation } from '@tanstack/react-query';
import { isApiError } from '@/lib/api/error';
import { useWords } from '@/lib/language';
import { page } from '@/lib/page';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { offered as offeredWords } from './payment-words';
import { acceptPaid, declinePaid } from './queries';

interface OfferedPremiumProps {
  /** Whether the user pays for another subscription already. */
  again: boolean;
  onDeclined(): void;
}

/** A subscription that somebody paid under the user's address. It says nothing about who that was. */
export function OfferedPremium({ again, onDeclined }: OfferedPremiumProps) {
  const words = useWords(offeredWords);
  const accepting = useMutation({ mutationFn: acceptPaid, onSuccess: () => page.go('/profile') });
  const declining = useMutation({ mutationFn: declinePaid, onSuccess: onDeclined });
  const busy = accepting.isPending || declining.isPending;
  const error = accepting.error ?? declining.error;
  return (
    <section className="rounded-card bg-surface p-6 sm:p-8">
      <h2 className="display text-h3 text-ink">{words.title}</h2>
      <p className="mt-2">{again ? words.again : words.text}</p>
      <p className="mt-2 text-muted">{words.otherwise}</p>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:w-full">
        <Button disabled={busy} onClick={() => accepting.mutate()}>
          {words.accept}
        </Button>
        <Button variant="outline" disabled={busy} onClick={() => declining.mutate()}>
          {words.decline}
        </Button>
      </div>
      {error && (
        <Notice tone="danger" className="mt-5">
          {(isApiError(error) && error.humanMessage) || words.failed}
        </Notice>
      )}
    </section>
  );
}
