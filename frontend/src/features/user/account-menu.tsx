import { useQueryClient } from '@tanstack/react-query';
import { Avatar, DropdownMenu } from 'radix-ui';
import { useNavigate } from 'react-router';
import type { User } from '@/lib/api/types';
import { dropAllDrafts } from '@/lib/drafts';
import { page } from '@/lib/page';
import { initialsOf } from './initials';
import { logOut, userQuery } from './queries';

const itemClass =
  'flex min-h-11 cursor-pointer items-center rounded-small px-4 text-ink outline-none data-highlighted:bg-sunk';

/** The avatar and its menu. */
export default function AccountMenu({ user }: { user: User }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  const leave = async () => {
    dropAllDrafts();
    // A failed call leaves for `/` too: nobody is kept on a page they wanted to leave.
    await logOut().catch(() => {});
    queryClient.setQueryData(userQuery.queryKey, null);
    page.go('/');
  };

  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label="My Account"
        className="grid size-11 place-items-center overflow-hidden rounded-full bg-sunk font-semibold text-ink"
      >
        <Avatar.Root>
          <Avatar.Image
            src={user.profileImageUrl ?? undefined}
            alt=""
            className="size-11 object-cover"
          />
          <Avatar.Fallback>{initialsOf(user)}</Avatar.Fallback>
        </Avatar.Root>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          className="appear z-40 min-w-56 rounded-field border border-line bg-surface p-2 shadow-lift"
        >
          <DropdownMenu.Label className="px-4 py-2 text-small text-muted">
            My Account
          </DropdownMenu.Label>
          <DropdownMenu.Item className={itemClass} onSelect={() => navigate('/profile')}>
            Edit Profile
          </DropdownMenu.Item>
          <DropdownMenu.Item className={itemClass} onSelect={() => navigate('/testimonies')}>
            Testimonies
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item className={itemClass} onSelect={leave}>
            Logout
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
