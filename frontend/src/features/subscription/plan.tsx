import { useWords } from '@/lib/language';
import { Benefits } from './benefits';
import { offer } from './payment-words';

/** The plan: price and benefits. */
export function Plan() {
  const words = useWords(offer);
  return (
    <section aria-labelledby="plan" className="rounded-card bg-surface p-6 sm:p-8">
      <h2 id="plan" className="display text-h3 text-ink">
        {words.premium}
      </h2>
      <p className="mt-2 text-ink">
        <span className="display text-h1">{words.price}</span>
        {words.perMonth}
      </p>
      <Benefits className="mt-5" />
      <p className="mt-5 border-t border-line pt-4 text-small text-muted">{words.fairUse}</p>
    </section>
  );
}

/** The terms that the button beside it accepts. */
export function Terms() {
  const words = useWords(offer);
  return <p className="text-label text-muted">{words.terms}</p>;
}
