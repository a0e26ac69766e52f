import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/lib/api/error';
import type { User } from '@/lib/api/types';
import { useWords, wordsNow } from '@/lib/language';
import { showToast } from '@/lib/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Notice } from '@/ui/notice';
import { Card } from './card';
import { isSubscribed } from './plan';
import { deleteAccount } from './queries';
import { useFarewell } from './use-farewell';
import { leaving } from './words';

/** The way out, always open: what it takes along is said before. */
export function DeleteAccount({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const words = useWords(leaving);
  return (
    <Card title={words.title}>
      <p className="mt-2">{words.text}</p>
      <Button look="danger" className="mt-5" onClick={() => setAsking(true)}>
        {words.title}
      </Button>
      {asking && <DeleteDialog user={user} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function DeleteDialog({ user, onClose }: { user: User; onClose(): void }) {
  const farewell = useFarewell();
  const words = useWords(leaving);
  const deletion = useMutation({
    mutationFn: deleteAccount,
    onSuccess: async (receipt) => {
      await farewell({ receipt });
      showToast({
        title: words.done,
        description: words.doneText,
      });
    },
    onError: (error) =>
      showToast({ title: words.failed, description: reasonOf(error), tone: 'destructive' }),
  });
  const { isPending: pending, error } = deletion;
  // What has been asked for can't be taken back by closing the question.
  const close = () => {
    if (!pending) onClose();
  };

  return (
    <Dialog
      role="alertdialog"
      title={words.sure}
      onClose={close}
      footer={
        <>
          <Button look="outline" onClick={close} disabled={pending}>
            {words.cancel}
          </Button>
          <Button look="danger" onClick={() => deletion.mutate()} disabled={pending}>
            {pending ? words.deleting : words.title}
          </Button>
        </>
      }
    >
      <p className="mt-3">{words.atOnce}</p>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 marker:text-amber-text">
        {words.goes.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
      <p className="mt-3">{isSubscribed(user) ? words.cancels : words.cancelsNothing}</p>
      <p className="mt-3 text-muted">{words.keepCopy}</p>
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
  (isApiError(error) && error.humanMessage) || wordsNow(leaving).failedText;
