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
      {children}
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
  /** Keeps the title in one line, so that the height does not depend on it. */
  isFlat?: boolean;
  /** Beside the link: a button. */
  beside?: ReactNode;
};

/** A row that opens something: its title, and what it is below. */
export function OwnRow({ title, note, isFlat = false, beside, ...link }: OwnRowProps) {
  return (
    <li className="flex items-center gap-2 border-line not-first:border-t">
      <Link
        {...link}
        className="flex min-h-17 min-w-0 flex-1 items-center gap-4 py-2 no-underline hover:underline"
      >
        <span className="min-w-0 flex-1">
          <bdi
            className={`font-semibold wrap-anywhere text-ink ${isFlat ? 'line-clamp-1' : 'line-clamp-2'}`}
          >
            {title}
          </bdi>
          <span className="block text-small text-muted">{note}</span>
        </span>
        <Icon name="forward" className="size-5 text-muted" />
      </Link>
      {beside}
    </li>
  );
}

/** Stands where the sections will be, so that nothing moves when their rows arrive. */
export const OwnLoading = ({ name }: { name: string }) => (
  <div role="status" aria-label={name} className="breathe grid min-h-dvh content-start gap-5">
    <div className="h-72 rounded-card bg-surface" />
    <div className="h-72 rounded-card bg-surface" />
  </div>
);
