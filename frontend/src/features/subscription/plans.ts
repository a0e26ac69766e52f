/** The plans, and what each costs. */

/** How often Premium is paid. */
export type PlanName = 'monthly' | 'yearly';

/** The monthly price in cents; the server sells nothing else by the month. */
const MONTHLY_PRICE = 2000;

/** The chosen plan. */
export interface ChosenPlan {
  plan: PlanName;
  /** The price of a year in cents, or null where years are not sold. */
  yearlyPrice: number | null;
}

/** What a year saves beside twelve months, in cents; 0 if nothing. */
export const savingOf = (yearlyPrice: number) => Math.max(0, 12 * MONTHLY_PRICE - yearlyPrice);

/** The price of a year if that is chosen and sold. */
export const chosenYear = ({ plan, yearlyPrice }: ChosenPlan) =>
  plan === 'yearly' ? yearlyPrice : null;
