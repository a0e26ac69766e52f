import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/lib/api/error';
import type { User } from '@/lib/api/types';
import { showToast } from '@/lib/toasts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Notice } from '@/ui/notice';
import { Card } from './card';
import { isSubscribed } from './plan';
import { deleteAccount } from './queries';
import { useFarewell } from './use-farewell';

const FAILED = 'Failed to delete account';

/** The way out, always open: what it takes along is said before. */
export function DeleteAccount({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  return (
    <Card title="Delete Account">
      <p className="mt-2">
        Removes your account, your stories and everything else we keep about you. It cannot be
        undone.
      </p>
      <Button look="danger" className="mt-5" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      {asking && <DeleteDialog user={user} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function DeleteDialog({ user, onClose }: { user: User; onClose(): void }) {
  const farewell = useFarewell();
  const deletion = useMutation({
    mutationFn: deleteAccount,
    onSuccess: async (receipt) => {
      await farewell({ receipt });
      showToast({
        title: 'Account Deleted',
        description: 'Your account has been permanently deleted.',
      });
    },
    onError: (error) =>
      showToast({ title: FAILED, description: reasonOf(error), tone: 'destructive' }),
  });
  const { isPending: pending, error } = deletion;
  // What has been asked for can't be taken back by closing the question.
  const close = () => {
    if (!pending) onClose();
  };

  return (
    <Dialog
      role="alertdialog"
      title="Are you absolutely sure?"
      onClose={close}
      footer={
        <>
          <Button look="outline" onClick={close} disabled={pending}>
            Cancel
          </Button>
          <Button look="danger" onClick={() => deletion.mutate()} disabled={pending}>
            {pending ? 'Deleting…' : 'Delete Account'}
          </Button>
        </>
      }
    >
      <p className="mt-3">This cannot be undone. We delete at once and for good:</p>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 marker:text-amber-text">
        <li>your account and every way you sign in,</li>
        <li>your stories, also those that are published,</li>
        <li>your prayer requests and your daily count.</li>
      </ul>
      <p className="mt-3">
        {isSubscribed(user)
          ? 'Your Premium subscription is cancelled with it. You will not be charged again.'
          : 'You have no subscription that is running, so there is nothing to cancel.'}
      </p>
      <p className="mt-3 text-muted">
        If you want to keep a copy, choose Cancel and then Download my data.
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
  (isApiError(error) && error.humanMessage) ||
  'Nothing was deleted. Check your connection and try again.';
