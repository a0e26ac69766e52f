/** Text of the payment document: the plan, the two steps and the confirmation. */
import { named } from '@/lib/language';

export const offer = named('payment/offer', {
  title: 'Upgrade to Premium',
  /** The title for somebody who has paid. */
  own: 'Your Premium',
  backHome: 'Back to Home',
  loading: 'Loading',
  notReached: 'Payments could not be reached',
  premium: 'Premium',
  price: '$20',
  perMonth: ' per month',
  fairUse:
    'Unlimited means as often as you need it. To keep bots out, the limit is 60 times an hour. Help now, stories and guidance three times a day stay free for everybody.',
  terms:
    '$20 today, then $20 every month until you cancel. You can cancel at any time in your profile, with two clicks; Premium then lasts until the end of the month you paid for.',

  blocked: 'Your account is blocked',
  blockedText:
    'You cannot subscribe with this account. Nothing was charged. If you think this is a mistake, write to ',
  already: 'You already have Premium',
  alreadyText:
    'There is nothing more to pay. You can see when it renews, and cancel it, in your profile.',
  paused: 'Premium is paused until your card works',
  pausedText:
    'Your last payment did not go through. You do not need to subscribe again. Update your card in your profile, under Manage Subscription.',
  billingPaused: 'Billing is paused',
  billingPausedText:
    'You have a subscription already, and nothing is charged for it now. Your profile shows until when it is paid.',
  toProfile: 'Go to your profile',
  waiting: 'Your Premium is waiting for you',
  waitingText: 'It is paid for. Sign in with the email address you gave, and it is yours.',
  logIn: 'Log In',
  closed: 'Payments are not set up here',
  closedText:
    'Premium cannot be bought at the moment, and nothing can be charged. Everything else works as usual.',
  given: (day: string | null) =>
    day
      ? `Our team has given you Premium until ${day}. Until then, buying it adds nothing: you would pay from today, and Premium would go on after ${day}. You can also wait; it ends on its own.`
      : 'Our team has given you Premium. You do not need to pay while it lasts. Your profile shows when it ends.',

  standIn: 'Test payments only',
  standInText:
    'Nobody is charged, so please do not enter a real card. Try it with the card number 4242\u00a04242\u00a04242\u00a04242.',
});

/** What a visitor has paid and not claimed yet. */
export const waiting = named('payment/waiting', {
  title: 'Premium is waiting for',
  correct: 'Correct the address',
  wrong: 'That’s wrong',
  signIn: 'Sign in with this address, and it is yours.',
  logIn: 'Log In',
  right: 'Your right email address',
  save: 'Save the address',
  keep: 'Leave it as it was',
  receipt: 'See the receipt',
  cancel: 'Cancel subscription',
  until: (day: string) => `Premium then ends on ${day}, and nothing more is charged.`,
  untilEnd: 'Premium then ends with the month you paid for, and nothing more is charged.',
  cancelNow: 'Yes, cancel',
  keepIt: 'Keep it',
  ends: (day: string) => `Canceled. It ends on ${day}, and nothing more is charged.`,
  endsSoon: 'Canceled. Nothing more is charged.',
  failed: 'That did not work. Please try again in a moment.',
});

/** What became of a second subscription. */
export const twice = named('payment/twice', {
  title: 'You had paid twice',
  refunded: (amount: string) =>
    `Another subscription was paid with the same address and card. We ended the second one and refunded ${amount} to the card, which can take up to ten days.`,
  other:
    'Another subscription was paid with the same address and card. The second one ends, and is not charged again.',
});

/** A paid subscription that waits for a user to accept it. */
export const offered = named('payment/offered', {
  title: 'Somebody paid for Premium with your email address',
  text: 'If that was you, take it: Premium starts at once, and you can cancel it in your profile.',
  otherwise:
    'If it was not you, somebody has probably mistyped their address. Say so, and nothing changes for you. You are charged nothing either way.',
  /** For somebody who has Premium already. */
  again:
    'If that was you, say so: you have Premium already, so we end this second subscription and refund it.',
  accept: 'It was me',
  decline: 'It was not me',
  failed: 'That did not work. Please try again in a moment.',
});

/** The first step. */
export const aboutYou = named('payment/aboutYou', {
  step: (step: number) => `Step ${step} of 2`,
  title: 'About you',
  email: 'Email',
  hintSignedIn:
    'Receipts go to this address. Premium belongs to your account, whatever address you enter.',
  hintVisitor: 'Receipts go to this address. Premium is yours once you sign in with it.',
  didYouMean: 'Did you mean ',
  blank: 'Please enter your email address.',
  invalid: 'Please enter a valid email address.',
  name: 'Full name ',
  optional: '(optional)',
  next: 'Continue to Payment',
  preparing: 'Preparing…',
  nothingCharged: 'Nothing was charged.',

  setupError: 'Payment Setup Error',
  setupErrorText: 'Unable to initialize payment. Please try again or contact support.',
  error: 'Error',
  prove: 'Please show that this address is yours',
  proveText:
    'Somebody has begun to pay with this address several times. Sign in with it first; you come straight back here to pay.',
  proveNow: 'Sign in with this address',
  notCreated: 'Failed to create subscription',
  notStarted: 'Failed to start subscription process',
});

/** The second step. */
export const payment = named('payment/payment', {
  title: 'Payment',
  opening: 'Opening the secure payment form…',
  broken: 'The payment form could not be opened',
  brokenText:
    'Please check your connection. If you block scripts, please allow the one from Stripe, our payment provider. Nothing was charged.',
  tryAgain: 'Try again',
  pay: 'Subscribe Now - $20/month',
  processing: 'Processing…',
  agreeBefore: 'By subscribing you agree to our ',
  terms: 'terms',
  agreeBetween: ' and ',
  privacy: 'privacy policy',
  agreeAfter: '. Your card goes to Stripe and never to us.',
  newTab: ' (opens in a new tab)',
  back: 'Back to step 1',

  failed: 'Payment Failed',
  notCharged: 'Your card was not charged. Please try again.',
  notSent: 'The payment could not be sent. Please check your connection and try again.',
  done: 'Payment Successful',
});

/** After the payment. */
export const afterwards = named('payment/afterwards', {
  titles: {
    waiting: 'Confirming your payment…',
    slow: 'Confirming your payment…',
    settled: 'Welcome to Premium!',
    failed: 'The payment did not go through',
    none: 'There is no payment to confirm',
  },
  waiting: 'We are waiting for our payment provider to confirm it. This takes a few seconds.',
  slow: 'This is taking longer than usual. You do not need to wait here. Premium starts on its own as soon as the payment is confirmed, and your profile will show it. You will not be charged twice.',
  lost: 'The connection was lost. We keep trying, and your payment does not depend on it.',
  thanks: 'Thank you. Your payment is confirmed.',
  signIn:
    'Premium is waiting for you. Sign in with the email address you just gave, and it is yours.',
  benefits: 'What you have now',
  failed: 'Nothing was charged. You can try again with this card or with another one.',
  tryAgain: 'Try again',
  none: 'Nothing was charged. If you paid in another browser, you will see the confirmation there.',
  seePlan: 'See the plan',
  start: 'Start Using Premium',
  home: 'Go to Home',
  mine: 'See what is mine',

  takenHome: (seconds: number) =>
    `Taking you home in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  staying: 'You can stay here as long as you like.',
  goOn: 'Continue',
  stay: 'Stay here',
});
