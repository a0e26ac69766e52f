/** Text of a user's account on the tab *Users*. English only, like all staff pages. */
import type { Account } from '../types';
import { counted, number, statuses, statusName } from '../words';

const joined = (parts: string[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);

export const account = {
  what: 'The account',
  back: 'Back to the list',
  gone: 'This account is gone. Its user has deleted it, or it never existed.',

  subscription: 'Subscription',
  noSubscription: 'No subscription.',
  giftUntil: (date: string) => `A gift gives Premium until ${date}.`,
  subscriptions: 'Their subscriptions',
  unclaimed: 'Paid under their address, and nobody’s yet',
  unclaimedHint: 'Somebody paid without signing in. Hand it over if they say that it is theirs.',
  otherAddress: 'Another one was paid under another address? Find it under Money.',

  stories: 'Stories',
  noStories: 'No story.',
  storyCounts: (counts: Account['stories']) =>
    joined(
      statuses
        .filter((status) => counts[status] > 0)
        .map((status) => `${number(counts[status])} ${statusName[status].toLowerCase()}`),
    ),
  showStories: 'Show which',
  showStoriesHint:
    'Authors are promised that nobody knows whose story it is. Look only if you must: the audit trail records it each time.',
  storyList: 'Their stories',
  preparing: 'Being prepared',

  prayers: 'Prayers',
  prayerCounts: ({ shared, prayed }: Account['prayers']) =>
    shared === 0
      ? 'None is shared with the prayer team.'
      : `${counted(shared, 'prayer is', 'prayers are')} shared with the prayer team, ${number(prayed)} prayed for.`,
  prayersHint: 'Which ones they are is told to nobody.',

  signIns: 'Sign-ins',
  signInList: 'When they signed in',
  signInsHint: 'Where from is not kept. Times go with their sessions, after 30 to 90 days.',
  noSignIns: 'None in the last 30 days.',
  isOpen: 'still signed in',

  audit: 'What was recorded',
  auditList: 'The latest lines of the audit trail about them',
  noAudit: 'Nothing yet.',
};
