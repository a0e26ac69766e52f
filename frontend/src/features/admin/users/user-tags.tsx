import { users } from '../frame/staff-words';
import { Tag } from '../frame/tag';
import type { StaffUser } from '../types';
import { day } from '../words';

/** The state of an account, in short. */
export function UserTags({ user }: { user: StaffUser }) {
  return (
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
  );
}
