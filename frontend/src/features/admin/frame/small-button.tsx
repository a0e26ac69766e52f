import type { ComponentProps } from 'react';
import { Icon, type IconName } from '@/ui/icon';

const variants = {
  primary: 'bg-water px-5 text-on-water hover:brightness-110',
  outline: 'border border-line-strong bg-surface px-5 text-ink hover:bg-sunk',
  danger: 'border border-danger bg-surface px-5 text-danger hover:bg-sunk',
  quiet: 'px-3 text-ink underline-offset-4 hover:underline',
};

export type SmallVariant = keyof typeof variants;

type SmallButtonProps = ComponentProps<'button'> & { variant?: SmallVariant; icon?: IconName };

/** A compact button for the staff pages. */
export function SmallButton(props: SmallButtonProps) {
  const { variant = 'primary', icon, className = '', children, ...rest } = props;
  return (
    <button
      type="button"
      className={`inline-flex min-h-11 items-center justify-center gap-2 rounded-full py-2 text-label leading-tight font-semibold disabled:opacity-55 aria-disabled:opacity-55 ${variants[variant]} ${className}`}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
