/** Text of the gifts on the tab *Money*. English only, like all staff pages. */
import { counted } from '../words';

export const gifts = {
  title: 'Gifts',
  what: 'The gifts',
  search: 'Address or payment',
  searchHint: 'The whole address of a receipt, or an ID: pi_…. Leave it empty for the newest ones.',
  look: 'Search gifts',
  found: (total: number) => counted(total, 'gift', 'gifts'),
  none: 'No gift was found.',
  noAddress: 'Without an address',
  paid: (date: string) => `paid ${date}`,
  used: (date: string) => `accepted ${date}`,
  until: (date: string) => `can be accepted until ${date}`,
  states: {
    paid: 'Not used yet',
    used: 'Accepted',
    refunding: 'Being refunded',
    refunded: 'Refunded',
    disputed: 'Disputed',
    ended: 'Ended',
  } as Readonly<Record<string, string>>,
  actions: (what: string) => `What to do with the gift of ${what}`,

  refund: 'Refund',
  askRefund: 'Give the money for this gift back?',
  refundText:
    'Its link opens nothing from now on, and the payment is refunded to its card. This is possible as long as nobody has used it.',
  refunding: 'It is being refunded. A job goes on until Stripe confirms it.',
  handOver: 'Hand over',
  handOverText:
    'To the person it is for, for example because the link is lost. They must have signed in once with their address.',
  handOverTo: 'Their address',
  handOverEmpty: 'Please enter the address of the person who gets it.',
  handedOver: 'Handed over. They have Premium now.',
  end: 'End it',
  askEnd: 'End this gift?',
  endText:
    'Its link opens nothing any more, and what is left of the year is taken back. The money stays with us: refund it in Stripe’s dashboard if that is right.',
  ended: 'It has ended.',
};
