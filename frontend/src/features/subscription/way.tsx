import { Icon, type IconName } from '@/ui/icon';
import { Link } from '@/ui/link';

interface WayProps {
  to: string;
  icon: IconName;
  name: string;
  onClose(): void;
}

/** A way out of a dialog that leads to a screen. */
export function Way({ to, icon, name, onClose }: WayProps) {
  return (
    <li>
      <Link
        to={to}
        onClick={onClose}
        className="flex min-h-11 items-center gap-3 rounded-field px-2 font-semibold text-water no-underline hover:bg-sunk"
      >
        <Icon name={icon} className="size-5" />
        {name}
      </Link>
    </li>
  );
}
