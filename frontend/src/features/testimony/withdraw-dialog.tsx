import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@/lib/api/error';
import type { OwnTestimony } from '@/lib/api/types';
import { useWords, wordsNow } from '@/lib/language';
import { showToast } from '@/lib/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Notice } from '@/ui/notice';
import { withdrawTestimony } from './queries';
import { own } from './words';

interface WithdrawDialogProps {
  story: OwnTestimony;
  onClose(): void;
  onWithdrawn(): void;
}

/** Asks once before a story goes for good. */
export function WithdrawDialog({ story, onClose, onWithdrawn }: WithdrawDialogProps) {
  const client = useQueryClient();
  const words = useWords(own).asks;
  const withdrawal = useMutation({
    mutationFn: () => withdrawTestimony(client, story.id),
    onSuccess: () => {
      onClose();
      onWithdrawn();
    },
    onError: (error) =>
      showToast({ title: words.failed, description: reasonOf(error), tone: 'destructive' }),
  });
  const { isPending: pending, error } = withdrawal;
  const close = () => {
    if (!pending) onClose();
  };

  return (
    <Dialog
      role="alertdialog"
      title={words.title}
      onClose={close}
      footer={
        <>
          <Button look="outline" onClick={close} disabled={pending}>
            {words.cancel}
          </Button>
          <Button look="danger" onClick={() => withdrawal.mutate()} disabled={pending}>
            {pending ? words.withdrawing : words.withdraw}
          </Button>
        </>
      }
    >
      <p className="mt-3">
        {story.status === 'approved' ? words.published : words.unpublished} {words.forGood}
      </p>
      {error && (
        <Notice tone="danger" className="mt-5">
          <strong className="block">{words.failed}</strong>
          {reasonOf(error)}
        </Notice>
      )}
    </Dialog>
  );
}

const reasonOf = (error: Error) =>
  (isApiError(error) && error.humanMessage) || wordsNow(own).asks.nothingChanged;
