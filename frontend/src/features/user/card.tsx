import { type ReactNode, useId } from 'react';

/** One section of the profile, with its heading. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card bg-surface p-6 sm:p-8">
      <h2 id={id} className="display text-h3 text-ink">
        {title}
      </h2>
      {children}
    </section>
  );
}
