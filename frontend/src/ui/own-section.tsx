import { type ReactNode, useId } from 'react';
import { Icon } from './icon';
import { Link, type LinkProps } from './link';

interface OwnSectionProps {
  title: string;
  /** The screen with all of it. */
  all?: { to: string; name: string };
  children: ReactNode;
}

/** A part of what somebody has here: a heading, a few rows, and the way to the rest. */
export function OwnSection({ title, all, children }: OwnSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card bg-surface px-6 pt-5 pb-4 sm:px-7">
      <div className="flex flex-wrap items-center justify-between gap-x-5">
        <h2 id={id} className="display text-h3 text-ink">
          {title}
        </h2>
        {all && (
          <Link
            to={all.to}
            className="inline-flex min-h-11 items-center text-label font-semibold text-water underline-offset-4 hover:underline"
          >
            {all.name}
          </Link>
        )}
      </div>
      <div className="mt-1">{children}</div>
    </section>
  );
}

/** What stands in a section without rows. */
export const OwnNothing = ({ children }: { children: ReactNode }) => (
  <p className="pt-1 pb-2.5 text-label text-muted">{children}</p>
);

type OwnRowProps = Omit<LinkProps, 'title' | 'children'> & {
  title: string;
  note: string;
  /** Beside the link: a button. */
  beside?: ReactNode;
};

/** A row that opens something: its title in one line, and what it is below. */
export function OwnRow({ title, note, beside, ...link }: OwnRowProps) {
  return (
    <li className="flex items-center gap-2 border-line not-first:border-t">
      <Link
        {...link}
        className="flex min-h-17 min-w-0 flex-1 items-center gap-4 py-2 no-underline hover:underline"
      >
        <span className="min-w-0 flex-1">
          <bdi className="line-clamp-1 font-semibold wrap-anywhere text-ink">{title}</bdi>
          <span className="block text-small text-muted">{note}</span>
        </span>
        <Icon name="forward" className="size-5 text-muted" />
      </Link>
      {beside}
    </li>
  );
}

/** Keeps the place of rows that are still loading. */
export const OwnLoading = ({ name, rows = 1 }: { name: string; rows?: number }) => (
  <div role="status" aria-label={name} className="breathe grid gap-3 py-2">
    {Array.from({ length: rows }, (_, row) => (
      // The rows of a skeleton are all alike.
      // biome-ignore lint/suspicious/noArrayIndexKey: they never change their order
      <div key={row} className="h-12 rounded-small bg-sunk" />
    ))}
  </div>
);
