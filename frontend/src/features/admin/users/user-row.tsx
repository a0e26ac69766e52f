import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '@/ui/notice';
import { ConfirmDialog } from '../frame/confirm-dialog';
import { useMay } from '../frame/role';
import { SmallButton } from '../frame/small-button';
import { around, users } from '../frame/staff-words';
import { explain } from '../frame/states';
import { Tag } from '../frame/tag';
import { ADMIN, blockUser, grantPremium, revokePremium } from '../queries';
import type { StaffUser } from '../types';
import { day } from '../words';
import { GrantDialog } from './grant-dialog';

type Asking = 'block' | 'unblock' | 'grant' | 'revoke' | null;

/** One user and the staff actions on the account. */
export function UserRow({ user }: { user: StaffUser }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>(null);
  const change = useMutation({
    mutationKey: [...ADMIN, 'user'],
    mutationFn: ({ call }: { call: () => Promise<unknown>; done: string }) => call(),
    onSuccess: () => client.invalidateQueries({ queryKey: ADMIN }),
  });
  const mayGrant = useMay('owner');
  const name = nameOf(user);
  const close = () => setAsking(null);
  const run = (done: string, call: () => Promise<unknown>) => {
    if (!change.isPending) change.mutate({ call, done });
  };

  return (
    <li className="rounded-field border border-line bg-surface px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-56 flex-1">
          <p className="font-semibold text-ink wrap-anywhere">{name}</p>
          <p className="flex flex-wrap gap-x-4 text-label text-muted wrap-anywhere">
            {name !== user.email && user.email && <span>{user.email}</span>}
            <span>{users.since(day(user.createdAt))}</span>
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          {user.blocked && <Tag tone="danger">{users.blocked}</Tag>}
          <Tag tone={user.isPremium ? 'amber' : 'quiet'}>
            {user.isPremium ? users.premium : users.free}
          </Tag>
          {user.manualPremiumUntil && (
            <Tag tone="amber">{users.givenUntil(day(user.manualPremiumUntil))}</Tag>
          )}
          {user.subscriptionStatus && <Tag>{users.subscription(user.subscriptionStatus)}</Tag>}
        </div>
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
      </div>
      {change.error && (
        <Notice tone="danger" className="mt-3">
          {around.notDone} {explain(change.error)}
        </Notice>
      )}
      <p role="status" className="text-label text-muted">
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
    </li>
  );
}

const nameOf = ({ firstName, lastName, email }: StaffUser) =>
  [firstName, lastName].filter(Boolean).join(' ') || email || users.nameless;
