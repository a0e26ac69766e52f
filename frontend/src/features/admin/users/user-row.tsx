import { Link } from '@/ui/link';
import { users } from '../frame/staff-words';
import type { StaffUser } from '../types';
import { day } from '../words';
import { nameOf } from './name-of';
import { UserActions } from './user-actions';
import { UserTags } from './user-tags';

interface UserRowProps {
  user: StaffUser;
  /** Whether the panel shows this user. */
  isOpen: boolean;
  /** Whether a panel stands beside the list: it has the actions then. */
  isCompact: boolean;
}

/** The id of the link to a user, which gets the focus back when the panel is closed. */
export const linkId = (user: string) => `user-${user}`;

/** One user, with the way to the account. */
export function UserRow({ user, isOpen, isCompact }: UserRowProps) {
  const name = nameOf(user);
  return (
    <li
      className={`rounded-field border bg-surface px-5 py-4 ${isOpen ? 'border-water' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-56 flex-1">
          <Link
            id={linkId(user.id)}
            to={`?tab=users&user=${user.id}`}
            aria-current={isOpen || undefined}
            className="inline-flex min-h-11 items-center font-semibold text-ink underline-offset-4 wrap-anywhere hover:underline"
          >
            {name}
          </Link>
          <p className="flex flex-wrap gap-x-4 text-label text-muted wrap-anywhere">
            {name !== user.email && user.email && <span>{user.email}</span>}
            <span>{users.since(day(user.createdAt))}</span>
          </p>
        </div>
        <UserTags user={user} />
        {!isCompact && <UserActions user={user} />}
      </div>
    </li>
  );
}
