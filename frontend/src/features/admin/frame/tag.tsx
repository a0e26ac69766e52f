import type { ReactNode } from 'react';

const tones = {
  quiet: 'border-line text-muted',
  amber: 'border-amber-text text-amber-text',
  danger: 'border-danger text-danger',
  full: 'border-danger bg-danger text-page',
};

/** A short label in a rounded border. */
export function Tag({
  tone = 'quiet',
  children,
}: {
  tone?: keyof typeof tones;
  children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center rounded-full border px-2.5 py-0.5 text-small font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
