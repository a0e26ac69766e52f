/** Text of the staff pages: layout, users, prayers, jobs and audit trail. English only. */
import { counted, day } from '../words';

export const around = {
  title: 'Admin',
  skip: 'Skip to the content',
  staff: 'Staff',
  light: 'Light colors',
  dark: 'Dark colors',
  logout: 'Logout',
  stillIn: 'You are still signed in.',
  tabs: {
    testimonies: 'Testimonies',
    users: 'Users',
    uploads: 'Uploads',
    money: 'Money',
    prayers: 'Prayers',
    letters: 'Letters',
    overview: 'Overview',
    jobs: 'Jobs',
    audit: 'Audit',
  },

  loading: 'Loading',
  loadingMore: 'Loading…',
  showMore: 'Show more',
  search: 'Search',
  lookAgain: 'Look again',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  saving: 'Saving…',
  notDone: 'That did not work.',
  notLoaded: (what: string) => `${what} could not be loaded.`,
  ours: 'Something went wrong on our side. Please try again.',
  unreachable: 'The server could not be reached. Please try again in a moment.',
  offline: 'You are offline. Please try again when you are connected.',
};

export const gate = {
  intro: 'For the people who look after this place.',
  ended: 'Your session has ended. Please sign in again: what you were writing is still here.',
  name: 'Your name',
  nameHint:
    'Recorded with everything you do, so that the team knows who to ask. With a password of your own: the name that it belongs to.',
  password: 'Password',
  empty: 'Please enter admin password',
  invalid: 'Invalid password. Please try again.',
  code: 'Code',
  codeHint: 'Six digits from your authenticator app.',
  withCode: 'I have a code, too',
  signIn: 'Sign in',
  signingIn: 'Signing in…',
  wait: (minutes: number) =>
    `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
};

export const users = {
  search: 'Search',
  searchHint: 'Name, email, or the reference of a message to support',
  show: 'Show',
  shown: [
    ['', 'Everybody'],
    ['true', 'Blocked'],
    ['false', 'Not blocked'],
  ] as const,
  what: 'The users',
  list: 'Users found',
  people: (total: number) => counted(total, 'person', 'people'),
  page: (page: number, pages: number) => ` · page ${page} of ${pages}`,
  pages: 'Pages',
  nobody: 'Nobody was found. Try fewer letters, or show everybody.',
  none: 'Nobody has an account yet.',

  nameless: 'Somebody without a name',
  since: (date: string) => `since ${date}`,
  blocked: 'Blocked',
  premium: 'Premium',
  free: 'Free',
  givenUntil: (date: string) => `Given until ${date}`,
  subscription: (status: string) => `Subscription ${status}`,
  actions: (name: string) => `What to do with ${name}`,

  block: 'Block',
  askBlock: (name: string) => `Block ${name}?`,
  blockText:
    'They are signed out everywhere and can no longer ask for guidance or share stories. Crisis help, billing and account deletion still work for them.',
  blockDone: 'Blocked.',
  unblock: 'Unblock',
  askUnblock: (name: string) => `Unblock ${name}?`,
  unblockText: 'They can sign in again and use everything as before.',
  unblockDone: 'Unblocked.',

  grant: 'Grant premium',
  grantTo: (name: string, until: string | null) =>
    `To ${name}${until ? `, on top of the premium that lasts until ${day(until)}.` : ', from today.'}`,
  months: 'Months',
  wrongMonths: (most: number) => `Please enter a whole number of months, from 1 to ${most}.`,
  grantIt: 'Grant',
  granted: (months: number) => `${counted(months, 'month', 'months')} of premium granted.`,
  revoke: 'Revoke premium',
  askRevoke: (name: string) => `Revoke premium for ${name}?`,
  revokeText:
    'The premium that staff gave ends now. If they also pay for a subscription, it is canceled with the payment provider.',
  revoked: 'Premium revoked.',
};

export const prayers = {
  intro:
    'Shared with the prayer team by people with Premium, without their names. Each time you open this list, the audit trail records it.',
  what: 'The prayers',
  shared: (total: number) => `${counted(total, 'prayer', 'prayers')} shared`,
  page: (page: number, pages: number) => `, page ${page} of ${pages}`,
  none: 'Nobody is waiting for a prayer right now.',
  written: 'Written ',
  prayedAt: ', prayed for ',
  prayed: 'Prayed for',
  prayedAgain: 'Prayed for again',
  failed: 'That could not be saved.',
  pages: 'Pages of prayers',
};

export const letters = {
  intro:
    'What readers said when a letter asked them: Was this near? It is counted by letter and passage alone. Nothing tells who said it or what they wrote. New answers come within a minute or two.',
  what: 'The letters',
  none: 'Nobody has said yet whether a letter was near.',
  list: 'Letters, those first that miss most',
  counts: (near: number, notQuite: number) =>
    `${near} yes · ${notQuite} not quite · ${Math.round((100 * notQuite) / (near + notQuite))} % missed`,
  gone: 'A letter of before',
  otherPassage: 'Another passage',
};

export const jobsTab = {
  what: 'The jobs',
  decide: 'Needs a decision',
  none: 'Nothing has failed. Everything is done, or will be on its own.',
  idle: 'No job is waiting or running.',
  table: 'Unfinished jobs by kind',
  kind: 'Kind',
  states: { waiting: 'waiting', running: 'running', dead: 'dead' },
  oldest: (age: string) => `oldest ${age}`,
  failed: (times: number) => `Failed ${counted(times, 'time', 'times')}, gave up on `,
  retry: 'Retry',
  askRetry: 'Retry this job?',
  retryText: (name: string) => `“${name}” starts over right away. Doing it twice does no harm.`,
  discard: 'Discard',
  askDiscard: 'Discard this job?',
  discardText: (name: string) => `“${name}” will never be done. This cannot be undone.`,
  local: {
    title: 'Held by workers',
    about:
      'Ahead: claimed, and not begun. To record: done, and not written down yet. Oldest: how long one of these has waited.',
    none: 'No worker has reported yet.',
    worker: (place: number) => `Worker ${place}`,
    silent: (age: string) => `has been silent for ${age}; its jobs go to another worker`,
    lanes: { mail: 'Mail', urgent: 'Urgent', payments: 'Payments', bulk: 'Bulk' } as Record<
      string,
      string
    >,
    running: (running: string, slots: string) => `${running} of ${slots} running`,
    ahead: (jobs: string) => `${jobs} ahead`,
    unrecorded: (jobs: string) => `${jobs} to record`,
    oldest: (age: string) => `oldest ${age}`,
  },
};

export const audit = {
  filter: 'Filter',
  what: 'What',
  everything: 'Everything',
  staffName: 'Staff name',
  subject: 'ID of a story, user or job',
  from: 'From',
  until: 'Until',
  show: 'Show',
  trail: 'The audit trail',
  shown: (lines: number) => `${counted(lines, 'line', 'lines')} shown`,
  andMore: ', and there are more',
  none: 'No lines match this filter.',
  table: 'Lines of the audit trail, newest first',
  columns: ['Line', 'When', 'Who', 'What', 'To', 'Details'],

  verify: 'Verify the record',
  verifying: 'Checking…',
  notChecked: 'The record could not be checked.',
  whole: (lines: number) =>
    `The record is whole: ${counted(lines, 'line is', 'lines are')} in order, and none was changed or removed.`,
  unsealed: (lines: number) =>
    ` ${counted(lines, 'line', 'lines')} of an older version ${lines === 1 ? 'has' : 'have'} no seal yet; that comes within a day.`,
  broken: (line: string, lines: number) =>
    `The record was tampered with. Line ${line} was changed or is missing; the ${counted(lines, 'line', 'lines')} before it can be trusted. Please tell the people who run the servers.`,
};
