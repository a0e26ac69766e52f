import { Avatar as Picture } from 'radix-ui';
import type { User } from '@/lib/api/types';
import { initialsOf } from './naming';

interface AvatarProps {
  user: Pick<User, 'firstName' | 'lastName' | 'email' | 'profileImageUrl'>;
  className: string;
}

/** The profile picture; the initials until it has loaded, or without one. */
export function Avatar({ user, className }: AvatarProps) {
  return (
    <Picture.Root
      className={`grid shrink-0 place-items-center overflow-hidden rounded-full bg-sunk font-semibold ring-1 ring-line text-ink ${className}`}
    >
      <Picture.Image
        src={user.profileImageUrl ?? undefined}
        alt=""
        className="size-full object-cover"
      />
      <Picture.Fallback aria-hidden="true">{initialsOf(user)}</Picture.Fallback>
    </Picture.Root>
  );
}
