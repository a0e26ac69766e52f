/** Text of the tab *Money*. English only, like all staff pages. */
import { counted } from '../words';

export const isOver = (status: string | null) =>
  status === 'canceled' || status === 'incomplete_expired';

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
  end: 'End it',
  askEnd: 'End this subscription?',
  endText:
    'It ends at Stripe at once, and nothing more is charged. What was paid is not refunded: do that in Stripe’s dashboard if it is right.',
  ended: 'It is ending. A job goes on until Stripe confirms it.',
};
