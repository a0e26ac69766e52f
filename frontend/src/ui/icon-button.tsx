import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon';
import { Tooltip } from './tooltip';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName;
  label: string;
  side?: 'top' | 'bottom';
};

/** A round icon button with an accessible name and a tooltip. */
export function IconButton({
  icon,
  label,
  side = 'top',
  className = '',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} side={side}>
      <button
        type="button"
        aria-label={label}
        className={`grid size-11 place-items-center rounded-full transition-colors ${className}`}
        {...rest}
      >
        <Icon name={icon} className="size-5.5" />
      </button>
    </Tooltip>
  );
}
