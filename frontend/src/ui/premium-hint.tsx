import type { ReactNode } from 'react';
import { useWords } from '@/lib/language';
import { buttonClass } from './button';
import { premium } from './later-words';
import { SubscribeLink } from './subscribe-link';

/** Explains what Premium would unlock here, with its price and how to cancel, without urgency. */
export function PremiumHint({ title, children }: { title: string; children: ReactNode }) {
  const words = useWords(premium);
  return (
    <section className="rounded-card bg-surface px-6 py-8 sm:px-8">
      <h2 className="display text-h3 text-ink">{title}</h2>
      <div className="mt-2 max-w-[34rem]">{children}</div>
      <SubscribeLink className={buttonClass('primary', 'mt-6')}>{words.upgrade}</SubscribeLink>
      <p className="mt-3 text-small text-muted">{words.terms}</p>
    </section>
  );
}
