/** Text of the profile: account, plan and deletion. */
import { named } from '@/lib/language';

export const profile = named('user/profile', {
  title: 'Profile',
  you: 'You',
  name: 'Name',
  email: 'Email',
  notSet: 'Not set',
  since: (date: string) => `Joined on ${date}`,
  data: 'Your data',
  dataText:
    'Download everything we have about you: your account, stories and prayer requests. It comes as one file that other programs can read.',
  testimonies: 'My Testimonies',
  questions: 'Questions?',
  questionsText: 'A person reads every message. You can write to us about anything.',
  support: 'Contact Support',
  download: 'Download my data',
  preparing: 'Preparing your file…',
  downloaded: 'Your file is on its way to your downloads. Keep it where only you can open it.',
  downloadFailed: 'Your data could not be downloaded. Check your connection and try again.',
});

/** Changing one's name. */
export const naming = named('user/naming', {
  edit: 'Edit name',
  hint: 'Only you and our team can see your name. You can leave both empty.',
  first: 'First name',
  last: 'Last name',
  save: 'Save',
  saving: 'Saving…',
  cancel: 'Cancel',
  saved: 'Your name is saved.',
  failed: 'Your name was not saved',
  stillHere: 'What you typed is still here.',
  tooLong: (most: string) => `Please shorten this to ${most} characters.`,
});

export const plan = named('user/plan', {
  title: 'Current plan',
  premium: 'Premium',
  free: 'Free',
  offered: 'Somebody paid for Premium with your email address',
  offeredText: 'It waits for your answer.',
  offeredLink: 'Was it you?',
  noPortal: 'Unable to access billing portal',
  noPortalBefore: 'Please contact support at ',
  noPortalAfter: ', and a person will help you.',
  upgrade: 'Upgrade to Premium',
  manage: 'Manage Subscription',
  details: 'View Billing Details',
  history: 'Billing history',
  opening: 'Opening the billing portal…',
  error: 'Error',
  portalFailed: 'Failed to open billing portal',
  noHistory: 'No Billing History',
  noHistoryText:
    "You don't have any billing information yet. Upgrade to Premium to access billing details.",
});

/** What became of a second subscription. */
export const paidTwice = named('user/paidTwice', {
  title: 'You had paid twice',
  ending: 'We are ending the second subscription and refunding it. The first one goes on.',
  refunded: (amount: string | null) =>
    `${amount ? `We ended the second subscription and refunded ${amount} to its card, which can take up to ten days.` : 'We ended the second subscription. Nothing was paid twice.'} The first one goes on.`,
  notRenewed: (day: string) =>
    `The second subscription could not be refunded on its own. It ends on ${day} and is not charged again. Please write to us about the refund:`,
  notRenewedSoon:
    'The second subscription could not be refunded on its own. It is not charged again. Please write to us about the refund:',
});

/** Support for people with Premium. */
export const priority = named('user/priority', {
  text: 'You have Premium, so your message comes first. We answer within one working day.',
  subject: (reference: string) => `Premium support (reference ${reference})`,
});

/** The terms of the plan: price and dates. Dates are emphasised, so the text is split around them. */
export const terms = named('user/terms', {
  givenBefore: 'A gift from our team, good until ',
  givenAfter: '. It ends on its own, and nothing is charged for it.',
  free: 'Guidance three times a day, and all stories and readings. No ads.',
  pastDue: 'Your last payment did not go through. ',
  graceBefore: 'Premium stays on ',
  graceUntil: 'until ',
  graceWeek: 'for seven days',
  graceAfter: ' while you update your card under Manage Subscription.',
  paused: 'Premium is paused until your card works. ',
  renewCard: 'You can update your card under Manage Subscription.',
  cancelledUnpaidBefore: 'Canceled. It does not renew after ',
  cancelledUnpaidAfter: '.',
  cancelledBefore: 'Canceled. Premium stays on until ',
  cancelledAfter: ', and nothing more is charged.',
  billingPaused: 'Billing is paused',
  pausedUntil: 'You have paid for Premium until ',
  pausedText: 'Nothing is charged. Write to us when you want to go on, or cancel below.',
  trialUntil: 'Free until ',
  trialAfter: ', then it renews every month',
  renewsOn: 'Renews on ',
  renewsOnAfter: ' and every month',
  renews: 'Renews every month',
  renewsAfter: ' until you cancel, which you can do at any time.',
  noDate: 'The date could not be loaded just now.',
});

export const cancelling = named('user/cancelling', {
  title: 'Cancel your subscription?',
  act: 'Cancel subscription',
  acting: 'Canceling…',
  done: 'Your subscription is canceled.',
  keep: 'Keep Premium',
  until: (end: string) =>
    `You will not be charged again. Premium stays on until ${end}, and you can still read your prayers after that.`,
  pausedCollection: 'You will not be charged again. You can still read your prayers.',
  endOfMonth: 'the end of the month you paid for',
  atOnce:
    'You will not be charged again, and we will not retry the payment that did not go through. Premium ends right away, and you can still read your prayers.',
  paused:
    'You will not be charged again, and we will not retry the payment that did not go through. You can still read your prayers.',
  failed: 'Failed to cancel your subscription',
  failedText: 'Nothing was changed. Check your connection and try again.',
});

export const leaving = named('user/leaving', {
  open: 'Delete Account',
  text: 'This removes your account, your stories, your prayer requests and your daily count. It cannot be undone.',
  asks: {
    title: 'Are you absolutely sure?',
    keep: 'Cancel',
    act: 'Delete Account',
    acting: 'Deleting…',
    failed: 'Failed to delete account',
    failedText: 'Nothing was deleted. Check your connection and try again.',
  },
  atOnce: 'This cannot be undone. We will delete these at once and for good:',
  goes: [
    'your account and every way you sign in,',
    'your stories, including the published ones,',
    'your prayer requests and your daily count.',
  ],
  cancels: 'This also cancels your Premium subscription. You will not be charged again.',
  cancelsNothing: 'You have no active subscription, so there is nothing to cancel.',
  stays:
    'Because this account is blocked, we keep a scrambled mark of how you signed in. We keep it for one year. It holds no name and no address. It only lets us see that the account was blocked.',
  keepCopy: 'If you want to keep a copy, choose Cancel and then Download my data.',
});
