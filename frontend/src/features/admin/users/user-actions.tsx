import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '@/ui/notice';
import { ConfirmDialog } from '../frame/confirm-dialog';
import { useMay } from '../frame/role';
import { SmallButton } from '../frame/small-button';
import { around, users } from '../frame/staff-words';
import { explain } from '../frame/states';
import { ADMIN, blockUser, grantPremium, revokePremium } from '../queries';
import type { StaffUser } from '../types';
import { GrantDialog } from './grant-dialog';
import { nameOf } from './name-of';

type Asking = 'block' | 'unblock' | 'grant' | 'revoke' | null;

/** What staff can do with an account: a row of buttons, and below it what came of them. */
export function UserActions({ user }: { user: StaffUser }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>(null);
  const change = useMutation({
    mutationKey: [...ADMIN, 'user'],
    mutationFn: ({ call }: { call: () => Promise<unknown>; done: string }) => call(),
    // Also after a failure: the account may be gone.
    onSettled: () => client.invalidateQueries({ queryKey: ADMIN }),
  });
  const mayGrant = useMay('owner');
  const name = nameOf(user);
  const close = () => setAsking(null);
  const run = (done: string, call: () => Promise<unknown>) => {
    if (!change.isPending) change.mutate({ call, done });
  };

  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{users.actions(name)}</legend>
        {mayGrant && !user.blocked && (
          <SmallButton variant="outline" onClick={() => setAsking('grant')}>
            {users.grant}
          </SmallButton>
        )}
        {mayGrant && !user.blocked && user.manualPremiumUntil && (
          <SmallButton variant="outline" onClick={() => setAsking('revoke')}>
            {users.revoke}
          </SmallButton>
        )}
        <SmallButton
          variant={user.blocked ? 'outline' : 'danger'}
          onClick={() => setAsking(user.blocked ? 'unblock' : 'block')}
        >
          {user.blocked ? users.unblock : users.block}
        </SmallButton>
      </fieldset>
      {change.error && (
        <Notice tone="danger" className="basis-full">
          {around.notDone} {explain(change.error)}
        </Notice>
      )}
      <p role="status" className="basis-full text-label text-muted empty:-mt-3">
        {change.isPending && around.saving}
        {change.isSuccess && change.variables.done}
      </p>
      {asking === 'block' && (
        <ConfirmDialog
          title={users.askBlock(name)}
          confirm={users.block}
          variant="danger"
          onClose={close}
          onConfirm={() => run(users.blockDone, () => blockUser(user.id, true))}
        >
          {users.blockText}
        </ConfirmDialog>
      )}
      {asking === 'unblock' && (
        <ConfirmDialog
          title={users.askUnblock(name)}
          confirm={users.unblock}
          onClose={close}
          onConfirm={() => run(users.unblockDone, () => blockUser(user.id, false))}
        >
          {users.unblockText}
        </ConfirmDialog>
      )}
      {asking === 'grant' && (
        <GrantDialog
          name={name}
          until={user.manualPremiumUntil}
          onClose={close}
          onGrant={(months) => run(users.granted(months), () => grantPremium(user.id, months))}
        />
      )}
      {asking === 'revoke' && (
        <ConfirmDialog
          title={users.askRevoke(name)}
          confirm={users.revoke}
          variant="danger"
          onClose={close}
          onConfirm={() => run(users.revoked, () => revokePremium(user.id))}
        >
          {users.revokeText}
        </ConfirmDialog>
      )}
    </>
  );
}
