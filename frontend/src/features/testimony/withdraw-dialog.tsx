import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '@/lib/api/error';
import type { OwnTestimony } from '@/lib/api/types';
import { showToast } from '@/lib/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Notice } from '@/ui/notice';
import { withdrawTestimony } from './queries';

const FAILED = 'Failed to withdraw your story';

interface WithdrawDialogProps {
  story: OwnTestimony;
  onClose(): void;
  onWithdrawn(): void;
}

/** Asks once before a story goes for good. */
export function WithdrawDialog({ story, onClose, onWithdrawn }: WithdrawDialogProps) {
  const client = useQueryClient();
  const withdrawal = useMutation({
    mutationFn: () => withdrawTestimony(client, story.id),
    onSuccess: () => {
      onClose();
      onWithdrawn();
    },
    onError: (error) =>
      showToast({ title: FAILED, description: reasonOf(error), tone: 'destructive' }),
  });
  const { isPending: pending, error } = withdrawal;
  const close = () => {
    if (!pending) onClose();
  };

  return (
    <Dialog
      role="alertdialog"
      title="Withdraw this story?"
      onClose={close}
      footer={
        <>
          <Button look="outline" onClick={close} disabled={pending}>
            Cancel
          </Button>
          <Button look="danger" onClick={() => withdrawal.mutate()} disabled={pending}>
            {pending ? 'Withdrawing…' : 'Withdraw story'}
          </Button>
        </>
      }
    >
      <p className="mt-3">
        {story.status === 'approved'
          ? 'It is taken down at once, and nobody will be shown it any more. '
          : 'It will not be reviewed or shown to anybody. '}
        Your words are deleted for good.
      </p>
      {error && (
        <Notice tone="danger" className="mt-5">
          <strong className="block">{FAILED}</strong>
          {reasonOf(error)}
        </Notice>
      )}
    </Dialog>
  );
}

const reasonOf = (error: Error) =>
  (isApiError(error) && error.humanMessage) || 'Nothing was changed. Please try again.';
