/** Text of the tab *Money*. English only, like all staff pages. */
import { amountInWords } from '@/lib/money';
import { counted } from './words';

export const isOver = (status: string | null) =>
  status === 'canceled' || status === 'incomplete_expired';

/** The amount of a payment in words. */
export const amountOf = ({ amount, currency }: { amount: number; currency: string }) =>
  amountInWords(amount, currency);

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
    inquiry: {
      title: 'Inquiry',
      advice:
        'The cardholder has asked their bank about the payment. Nothing was taken back, and the subscription goes on. Answer the inquiry in Stripe’s dashboard, or refund the payment: otherwise a dispute may follow.',
    },
    refund: {
      title: 'Refunded',
      advice:
        'A full refund ends the subscription, unless you chose before that it is kept. A partial one changes nothing.',
    },
    refund_failed: {
      title: 'Refund failed',
      advice:
        'The payer has not got the money: their bank sent it back to your balance at Stripe. A second refund to the same card may fail, too. Agree with the payer on another way.',
    },
    fraud_warning: {
      title: 'Perhaps fraud',
      advice:
        'The bank warns that the card may be stolen. Look at the payment in Stripe’s dashboard. A refund now can prevent a dispute and its fee.',
    },
  } as Readonly<Record<string, { title: string; advice: string }>>,
  ends: 'Ended the subscription',
  ofGift: 'A gift',
  endsGift: 'Ended the gift',
  status: (status: string) => `Stripe: ${status.replaceAll('_', ' ')}`,
  handled: 'Done',
};

export const twice = {
  title: 'Paid twice',
  what: 'What was paid twice',
  none: 'Nobody is known to pay twice.',
  states: {
    asked: {
      title: 'Perhaps paid twice',
      advice:
        'Two subscriptions name one address, and different cards pay them. Its owner got a mail and is asked in the profile. If you know that one person paid both, end the second one here.',
    },
    ending: { title: 'Being refunded', advice: 'A job ends and refunds the second subscription.' },
    refunded: {
      title: 'Refunded',
      advice:
        'The second subscription has ended. The person got a mail, and the first one goes on.',
    },
    not_renewed: {
      title: 'Could not be refunded',
      advice:
        'The second subscription does not renew. The person got a mail and may write to us: look at the payment in Stripe’s dashboard.',
    },
  } as Readonly<Record<string, { title: string; advice: string }>>,
  second: (id: string) => `second: ${id}`,
  first: (id: string) => `first: ${id}`,
  refund: 'End and refund',
  askRefund: 'End and refund the second subscription?',
  refundText:
    'What was paid for it is refunded to its card, and it ends at once. If another person paid it, they lose Premium.',
  refunding: 'It is being refunded. A job goes on until Stripe confirms it.',
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
  endsAt: (date: string) => `ends ${date}`,
  unpaidSince: (date: string) => `unpaid since ${date}`,
  compared: (when: string) => `as Stripe said on ${when}`,
  neverCompared: 'Stripe has said nothing of it yet',
  plans: { yearly: 'Yearly', other: 'Another interval' } as Readonly<Record<string, string>>,
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
