import { useId } from 'react';
import { useWords } from '@/lib/language';
import { priceInWords } from '@/lib/money';
import { plans } from './plan-words';
import { type PlanName, savingOf } from './plans';

interface PlanChoiceProps {
  plan: PlanName;
  yearlyPrice: number;
  disabled: boolean;
  onChoose(plan: PlanName): void;
}

/** The choice between months and a year, with the price of each. */
export function PlanChoice({ plan, yearlyPrice, disabled, onChoose }: PlanChoiceProps) {
  const words = useWords(plans);
  const saving = savingOf(yearlyPrice);
  const choices = [
    { name: 'monthly', title: words.monthly, price: words.perMonth, note: null },
    {
      name: 'yearly',
      title: words.yearly,
      price: words.perYear(priceInWords(yearlyPrice)),
      note: saving > 0 ? words.saves(priceInWords(saving)) : null,
    },
  ] as const;
  const group = useId();
  return (
    <fieldset disabled={disabled} className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-1.5 font-semibold text-ink">{words.legend}</legend>
      {choices.map(({ name, title, price, note }) => (
        <label
          key={name}
          className="flex min-h-13 gap-3 rounded-field border border-line-strong bg-page px-4 py-3 has-checked:border-2 has-checked:border-water"
        >
          <input
            type="radio"
            name={group}
            value={name}
            checked={plan === name}
            onChange={() => onChoose(name)}
            className="mt-1 size-5 shrink-0 accent-water"
          />
          <span>
            <span className="block font-semibold text-ink">{title}</span>
            <span className="block text-label">{price}</span>
            {note && <span className="block text-label text-amber-text">{note}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
