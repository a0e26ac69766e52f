import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { hereNow } from '@/lib/use-is-here';
import { account } from './account-words';
import { Avatar } from './avatar';
import { nameOf } from './naming';
import { logOut } from './queries';
import { useFarewell } from './use-farewell';

const itemClass =
  'flex min-h-11 cursor-pointer items-center rounded-small px-4 text-ink outline-none data-highlighted:bg-sunk';

/** The avatar and its menu, inside the top bar's landmark. */
export default function AccountMenu({ user }: { user: User }) {
  const navigate = useNavigate();
  const words = useWords(account);
  const farewell = useFarewell();
  const [leaving, setLeaving] = useState(false);
  const name = nameOf(user) ?? user.email;

  const leave = async () => {
    const isHere = hereNow();
    setLeaving(true);
    try {
      await logOut();
      await farewell({}, isHere);
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: the specification requires logging a failed logout.
      console.error('Logout failed', error);
      // A failed logout still leads to the landing page, which says that the user may still be signed in.
      await farewell({ signOutFailed: true }, isHere);
    } finally {
      setLeaving(false);
    }
  };

  if (leaving) {
    return (
      <p role="status" className="text-label">
        {words.leaving}
      </p>
    );
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger aria-label={words.menu} className="rounded-full">
        <Avatar user={user} className="size-[2.6rem]" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" sideOffset={8} className="z-40">
        {/* Animated inside: Radix keeps an animated menu after it has closed, and it would take the next Escape. */}
        <div className="appear w-max max-w-[min(20rem,calc(100vw-24px))] min-w-60 rounded-field border border-line bg-surface p-2 shadow-lift">
          <DropdownMenu.Label className="px-4 py-2">
            <span className="block text-small text-muted">{words.menu}</span>
            {name && <bdi className="block truncate font-semibold text-ink">{name}</bdi>}
          </DropdownMenu.Label>
          <DropdownMenu.Item className={itemClass} onSelect={() => navigate('/profile')}>
            {words.edit}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={itemClass} onSelect={() => navigate('/testimonies')}>
            {words.testimonies}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={itemClass} onSelect={() => navigate('/prayers')}>
            {words.prayers}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={itemClass} onSelect={() => navigate('/library')}>
            {words.library}
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item className={itemClass} onSelect={leave}>
            {words.logout}
          </DropdownMenu.Item>
        </div>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
