import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Prayer } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { showToast } from '@/lib/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { reasonOf } from '@/ui/load-failed';
import { Notice } from '@/ui/notice';
import { deletePrayer, keepPrayers } from './queries';
import { written } from './words';

interface DeleteDialogProps {
  prayer: Prayer;
  onClose(): void;
  onDeleted(): void;
}

/** Asks once before a prayer goes for good. */
export function DeleteDialog({ prayer: { id, shared }, onClose, onDeleted }: DeleteDialogProps) {
  const client = useQueryClient();
  const words = useWords(written).asks;
  const deletion = useMutation({
    mutationFn: () => deletePrayer(id),
    onSuccess: () => {
      onClose();
      keepPrayers(client, (all) => all.filter((one) => one.id !== id));
      onDeleted();
    },
    onError: (error) =>
      showToast({ title: words.failed, description: reasonOf(error), tone: 'destructive' }),
  });
  const { isPending: pending, error } = deletion;
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
          <Button look="danger" onClick={() => deletion.mutate()} disabled={pending}>
            {pending ? words.deleting : words.delete}
          </Button>
        </>
      }
    >
      <p className="mt-3">
        {words.forGood}
        {shared && words.team}
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
