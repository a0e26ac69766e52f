/** Text of the tab *Money*. English only, like all staff pages. */
import { counted } from '../words';

export const isOver = (status: string | null) =>
  status === 'canceled' || status === 'incomplete_expired';

/** An amount at Stripe, in words: its smallest unit is a hundredth in most currencies, and the whole in some. */
export function amountOf({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

export const issues = {
  title: 'Needs attention',
  what: 'What needs attention',
  none: 'No dispute, refund or warning is waiting.',
  kinds: {
    dispute: {
      title: 'Disputed',
      advice:
        'The cardholder disputes the payment, and Stripe has taken the money back. Do not refund it besides. Answer the dispute in Stripe’s dashboard.',
    },
    refund: {
      title: 'Refunded',
      advice:
        'A full refund ends the subscription, unless you chose before that it is kept. A partial one changes nothing.',
    },
    fraud_warning: {
      title: 'Perhaps fraud',
      advice:
        'The bank warns that the card may be stolen. Look at the payment in Stripe’s dashboard. A refund now can prevent a dispute and its fee.',
    },
  } as Readonly<Record<string, { title: string; advice: string }>>,
  ends: 'Ended the subscription',
  status: (status: string) => `Stripe: ${status.replaceAll('_', ' ')}`,
  handled: 'Done',
};

export const money = {
  find: 'Find a subscription',
  search: 'Address or Stripe ID',
  searchHint: 'The whole address that a visitor typed, or an ID: sub_… or cus_…',
  what: 'The subscriptions',
  list: 'Subscriptions found',
  found: (total: number) => counted(total, 'subscription', 'subscriptions'),
  none: 'Nothing was found. For somebody with an account, look under Users, or search by Stripe ID.',

  noAddress: 'Without an address',
  begun: (date: string) => `begun ${date}`,
  until: (date: string) => `paid or due until ${date}`,
  claimed: 'Has an owner',
  unclaimed: 'Unclaimed',
  status: (status: string) => `Stripe: ${status.replaceAll('_', ' ')}`,
  notBegun: 'Not known at Stripe',
  ending: 'Ending',
  actions: (what: string) => `What to do with ${what}`,

  handOver: 'Hand over',
  handOverText:
    'To the person who really paid, for example after a mistyped address. Ask for the last four digits of the card and compare them in Stripe. They must have signed in once with their address.',
  handOverTo: 'Their address',
  handOverEmpty: 'Please enter the address of the person who gets it.',
  handedOver: 'Handed over. They have Premium now.',
  keep: 'Keep after refund',
  askKeep: 'Keep this subscription after a refund?',
  keepText:
    'Choose this before you refund a payment in full in Stripe’s dashboard. The subscription then runs on; without it, a full refund ends it.',
  kept: 'It is kept. You can refund the payment now.',
  isKept: 'Kept after refund',
  end: 'End it',
  askEnd: 'End this subscription?',
  endText:
    'It ends at Stripe at once, and nothing more is charged. What was paid is not refunded: do that in Stripe’s dashboard if it is right.',
  ended: 'It is ending. A job goes on until Stripe confirms it.',
};
