import { useWords } from '@/lib/language';
import { priceInWords } from '@/lib/money';
import { Benefits } from './benefits';
import type { Payable } from './payment-form';
import { offer, payment } from './payment-words';
import { plans } from './plan-words';
import { type ChosenPlan, chosenYear } from './plans';

/** The plan: price and benefits. */
export function Plan({ chosen }: { chosen: ChosenPlan }) {
  const words = useWords(offer);
  const yearly = useWords(plans);
  const year = chosenYear(chosen);
  return (
    <section aria-labelledby="plan" className="rounded-card bg-surface p-6 sm:p-8">
      <h2 id="plan" className="display text-h3 text-ink">
        {words.premium}
      </h2>
      <p className="mt-2 text-ink">
        <span className="display text-h1">{year ? priceInWords(year) : words.price}</span>
        {year ? yearly.afterPrice : words.perMonth}
      </p>
      <Benefits className="mt-5" />
      <p className="mt-5 border-t border-line pt-4 text-small text-muted">{words.fairUse}</p>
    </section>
  );
}

/** What the payment form says for a plan. */
export function usePayable(chosen: ChosenPlan): Payable {
  const { terms } = useWords(offer);
  const { pay, agreeBefore } = useWords(payment);
  const yearly = useWords(plans);
  const year = chosenYear(chosen);
  return {
    pay: year ? yearly.pay(priceInWords(year)) : pay,
    terms: year ? yearly.terms(priceInWords(year)) : terms,
    agreeBefore,
    returnTo: '/subscribe/success',
  };
}

/** The terms that the button beside it accepts. */
export function Terms({ chosen }: { chosen: ChosenPlan }) {
  return <p className="text-label text-muted">{usePayable(chosen).terms}</p>;
}
