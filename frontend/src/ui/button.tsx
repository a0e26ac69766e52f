import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import { Link, type LinkProps } from './link';

export type ButtonVariant =
  | 'primary'
  | 'help'
  | 'accent'
  | 'outline'
  | 'scene'
  | 'quiet'
  | 'danger';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-water text-on-water hover:brightness-110',
  help: 'bg-help text-on-help hover:brightness-110',
  accent: 'bg-lamp text-on-lamp shadow-[0_4px_28px_-6px_rgb(255_191_125/.7)] hover:brightness-105',
  outline: 'border border-line-strong bg-surface text-ink hover:bg-sunk',
  scene: 'border border-white/55 bg-[rgb(6_22_29/.55)] text-white hover:bg-[rgb(6_22_29/.75)]',
  quiet: 'text-ink underline-offset-4 hover:underline',
  danger: 'border border-danger text-danger hover:bg-sunk',
};

const sizes = {
  usual: 'min-h-13 px-6.5',
  /** Beside text in a card. */
  small: 'min-h-11 px-5',
  /** Within a notice. */
  inline: 'min-h-11 px-2',
  large: 'min-h-14 px-8',
};

type ButtonSize = keyof typeof sizes;

/**
 * The classes of a button, for links styled as one. Height and side padding belong to the size alone: of two classes
 * for one property, the later in the style sheet counts.
 */
export const buttonClass = (
  variant: ButtonVariant = 'primary',
  className = '',
  size: ButtonSize = 'usual',
) =>
  `inline-flex items-center justify-center gap-2.5 rounded-full py-2.5 text-center text-base font-semibold leading-tight no-underline transition-[filter,background-color,transform] duration-150 active:scale-[.985] disabled:opacity-55 disabled:hover:brightness-100 aria-disabled:opacity-55 ${sizes[size]} ${variants[variant]} ${className}`;

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: IconName;
}

type ButtonProps = ComponentProps<'button'> & Look;

export function Button({
  variant = 'primary',
  size,
  icon,
  className,
  children,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button type={type ?? 'button'} className={buttonClass(variant, className, size)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type ButtonLinkProps = LinkProps & Look & { className?: string };

/** A router link styled as a button. */
export function ButtonLink({
  variant = 'primary',
  size,
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link className={buttonClass(variant, className, size)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

/** A text link back to the previous screen. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-full px-2 font-semibold text-water no-underline hover:underline"
    >
      <Icon name="back" />
      {children}
    </Link>
  );
}
