/** Text for somebody who gives a year of Premium. */
import { named } from '@/lib/language';

export const giving = named('payment/giving', {
  invite: 'For a friend?',
  give: 'Give a year to somebody',
  /** For somebody who has Premium by a gift and looks at the plan. */
  have: (day: string) =>
    `You have Premium as a gift until ${day}. If you subscribe now, what is left of the gift waits, and goes on when your subscription ends.`,

  title: 'Give a year of Premium',
  back: 'Back to Premium',
  intro: (price: string) =>
    `One payment of ${price}. It does not renew, and nothing more is charged.`,
  steps: [
    'You pay, and get a link.',
    'You pass the link on yourself. We write to nobody but you.',
    'The person who opens it signs in and accepts. Premium is theirs for a year.',
  ] as readonly string[],
  already:
    'If they pay for Premium already, the year waits until their subscription ends. Nothing of it is lost.',
  hint: 'Your receipt goes to this address.',
  pay: (price: string) => `Pay ${price}`,
  terms: (price: string) =>
    `${price} once, for a year of Premium for somebody else. As long as nobody has used the link, we can give the money back.`,
  agreeBefore: 'By paying you agree to our ',
  notBegun: 'Failed to prepare the gift',
  closed: 'Gifts cannot be bought here',
  closedText: 'Nothing can be charged at the moment. A gift that is paid stays good.',
  blocked: 'You cannot pay for a gift with this account. Nothing was charged.',

  confirming: 'Your payment is being confirmed',
  confirmingText:
    'This takes a moment. Your link appears here as soon as the bank has confirmed it. You will not be charged twice.',
  lookAgain: 'Look again',
  looking: 'Looking…',
  refused: 'The payment did not go through. Nothing was charged, and you can try again.',

  own: 'Your gifts',
  another: 'Give another year',
  ready: 'Your gift is ready',
  link: 'The link for your gift',
  once: (day: string) =>
    `It can be used once, until ${day}. You see it here until then, in this browser or with your account.`,
  copy: 'Copy the link',
  copied: 'Copied.',
  notCopied: 'It could not be copied. Please select the link and copy it.',
  print: 'Print a card',
  card: 'A year of Premium, for you',
  cardText: 'Open this page, sign in, and it is yours:',
  cardEnd: (day: string) => `It can be used until ${day}.`,
  moneyBack: 'If you want your money back while nobody has used it, write to ',
  states: {
    used: (day: string) => `Accepted on ${day}.`,
    expired: 'Nobody has used it in time.',
    refunding: 'Your money is on its way back. The link opens nothing any more.',
    refunded: 'Your money was given back. The link opens nothing any more.',
    disputed: 'The payment is disputed, so this gift has ended.',
    ended: 'This gift has ended.',
  },
  paidOn: (price: string, day: string) => `${price}, paid on ${day}`,
});
