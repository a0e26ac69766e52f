import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '@/ui/notice';
import { ConfirmDialog } from './confirm-dialog';
import { GrantDialog } from './grant-dialog';
import { ADMIN, blockUser, grantPremium, revokePremium } from './queries';
import { SmallButton } from './small-button';
import { explain } from './states';
import { Tag } from './tags';
import type { StaffUser } from './types';
import { counted, day } from './words';

type Asking = 'block' | 'unblock' | 'grant' | 'revoke' | null;

/** One person, and what staff can do for or about them. */
export function UserRow({ user }: { user: StaffUser }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>(null);
  const change = useMutation({
    mutationKey: [...ADMIN, 'user'],
    mutationFn: ({ call }: { call: () => Promise<unknown>; done: string }) => call(),
    onSuccess: () => client.invalidateQueries({ queryKey: ADMIN }),
  });
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
          <p className="text-label text-muted wrap-anywhere">
            {name !== user.email && user.email && `${user.email} · `}since {day(user.createdAt)}
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          {user.blocked && <Tag tone="danger">Blocked</Tag>}
          <Tag tone={user.isPremium ? 'amber' : 'quiet'}>{user.isPremium ? 'Premium' : 'Free'}</Tag>
          {user.manualPremiumUntil && (
            <Tag tone="amber">Given until {day(user.manualPremiumUntil)}</Tag>
          )}
          {user.subscriptionStatus && <Tag>Subscription {user.subscriptionStatus}</Tag>}
        </div>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">What to do with {name}</legend>
          {!user.blocked && (
            <SmallButton look="outline" onClick={() => setAsking('grant')}>
              Grant premium
            </SmallButton>
          )}
          {!user.blocked && user.manualPremiumUntil && (
            <SmallButton look="outline" onClick={() => setAsking('revoke')}>
              Revoke premium
            </SmallButton>
          )}
          <SmallButton
            look={user.blocked ? 'outline' : 'danger'}
            onClick={() => setAsking(user.blocked ? 'unblock' : 'block')}
          >
            {user.blocked ? 'Unblock' : 'Block'}
          </SmallButton>
        </fieldset>
      </div>
      {change.error && (
        <Notice tone="danger" className="mt-3">
          That did not work. {explain(change.error)}
        </Notice>
      )}
      <p role="status" className="text-label text-muted">
        {change.isPending && 'Saving…'}
        {change.isSuccess && change.variables.done}
      </p>
      {asking === 'block' && (
        <ConfirmDialog
          title={`Block ${name}?`}
          confirm="Block"
          look="danger"
          onClose={close}
          onConfirm={() => run('Blocked.', () => blockUser(user.id, true))}
        >
          They are signed out everywhere and can no longer ask for guidance or share stories. Help
          in a crisis, their billing and deleting their account keep working.
        </ConfirmDialog>
      )}
      {asking === 'unblock' && (
        <ConfirmDialog
          title={`Unblock ${name}?`}
          confirm="Unblock"
          onClose={close}
          onConfirm={() => run('Unblocked.', () => blockUser(user.id, false))}
        >
          They can sign in again and use everything as before.
        </ConfirmDialog>
      )}
      {asking === 'grant' && (
        <GrantDialog
          name={name}
          until={user.manualPremiumUntil}
          onClose={close}
          onGrant={(months) =>
            run(`${counted(months, 'month', 'months')} of premium granted.`, () =>
              grantPremium(user.id, months),
            )
          }
        />
      )}
      {asking === 'revoke' && (
        <ConfirmDialog
          title={`Revoke premium of ${name}?`}
          confirm="Revoke premium"
          look="danger"
          onClose={close}
          onConfirm={() => run('Premium revoked.', () => revokePremium(user.id))}
        >
          The premium that staff gave ends now. If they also pay for a subscription, it is cancelled
          with the payment provider.
        </ConfirmDialog>
      )}
    </li>
  );
}

const nameOf = ({ firstName, lastName, email }: StaffUser) =>
  [firstName, lastName].filter(Boolean).join(' ') || email || 'Somebody without a name';
