import type { ReactNode } from 'react';
import { buttonClass } from './button';
import { SubscribeLink } from './subscribe-link';

/** What Premium would open here, with its price and its end, and no hurry. */
export function PremiumHint({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card bg-surface px-6 py-8 sm:px-8">
      <h2 className="display text-h3 text-ink">{title}</h2>
      <div className="mt-2 max-w-[34rem]">{children}</div>
      <SubscribeLink className={buttonClass('water', 'mt-6')}>Upgrade to Premium</SubscribeLink>
      <p className="mt-3 text-small text-muted">
        $20 per month. Renews every month until you cancel, which you can do at any time in your
        profile.
      </p>
    </section>
  );
}
