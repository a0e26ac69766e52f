import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Prayer } from '@/lib/api/types';
import { showToast } from '@/lib/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { reasonOf } from '@/ui/load-failed';
import { Notice } from '@/ui/notice';
import { deletePrayer, keepPrayers } from './queries';

const FAILED = 'Failed to delete your prayer';

interface DeleteDialogProps {
  prayer: Prayer;
  onClose(): void;
  onDeleted(): void;
}

/** Asks once before a prayer goes for good. */
export function DeleteDialog({ prayer: { id, shared }, onClose, onDeleted }: DeleteDialogProps) {
  const client = useQueryClient();
  const deletion = useMutation({
    mutationFn: () => deletePrayer(id),
    onSuccess: () => {
      onClose();
      keepPrayers(client, (all) => all.filter((one) => one.id !== id));
      onDeleted();
    },
    onError: (error) =>
      showToast({ title: FAILED, description: reasonOf(error), tone: 'destructive' }),
  });
  const { isPending: pending, error } = deletion;
  const close = () => {
    if (!pending) onClose();
  };

  return (
    <Dialog
      role="alertdialog"
      title="Delete this prayer?"
      onClose={close}
      footer={
        <>
          <Button look="outline" onClick={close} disabled={pending}>
            Cancel
          </Button>
          <Button look="danger" onClick={() => deletion.mutate()} disabled={pending}>
            {pending ? 'Deleting…' : 'Delete prayer'}
          </Button>
        </>
      }
    >
      <p className="mt-3">
        Your words are deleted for good.
        {shared && ' The prayer team cannot read them any more.'}
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
