import { numberInWords } from '@/lib/dates';
import { named } from '@/lib/language';

const SMALL_NUMBERS = 'One Two Three Four Five Six Seven Eight Nine Ten'.split(' ');

/** Text of the testimony form and of the user's own testimonies. */
export const sharing = named('testimony/sharing', {
  title: 'Share Your Story',
  intro: 'Submissions are anonymous and reviewed before sharing. Write as you would to a friend.',
  parts: {
    whatHappened: {
      label: 'What happened?',
      hint: 'The struggle you faced, in as much detail as you wish.',
      tooShort: 'Please provide more detail about what happened',
    },
    whatHelped: {
      label: 'What helped you?',
      hint: 'A verse, a person, a habit, a moment.',
      tooShort: 'Please share what helped you',
    },
    whatChanged: {
      label: 'What changed?',
      hint: 'In you or around you. It does not have to be finished.',
      tooShort: 'Please describe what changed',
    },
  },
  tooLong: (most: string) => `Please keep this under ${most} characters`,
  consent:
    'I agree that my story is shared anonymously. Personal details such as names and locations will be removed.',
  mustAgree: 'You must agree to share your story',
  submit: 'Submit Story for Review',
  submitting: 'Submitting...',
  notKept: 'Your story has not been saved yet. It is still here, whenever you want to send it.',
  notSent: 'Your story could not be sent. Nothing is lost: it is still in the fields above.',
  failed: 'Failed to submit testimony. Please try again.',
  receivedBefore: 'Thank you for trusting us with this. Your story is saved and marked ',
  underReview: 'Under Review',
  receivedAfter:
    '. Somebody from our team reads it first, and nothing is shared without care. If it still hurts, please use one of the numbers under Help now.',
  home: 'Return Home',
  thanks: 'Thank You for Sharing',
  thanksText: 'Your story was submitted for review. It will encourage others once it is approved.',
  /** The measured time to a decision, rounded to everyday language. */
  usually: (hours: number) => {
    const days = Math.ceil(hours / 24);
    if (hours <= 1) return 'It is usually read within an hour.';
    if (hours <= 20) return `It is usually read within ${hours} hours.`;
    return `It is usually read within ${days === 1 ? 'a day' : `${days} days`}.`;
  },
});

/** Text of the draft that is kept on the device. */
export const drafts = named('testimony/drafts', {
  keep: 'Keep my draft on this device',
  keepText:
    'For seven days, sealed. Anybody who uses this browser can open it here. It is deleted when you send your story, sign out or leave quickly.',
  refused:
    'Your browser does not let us keep anything here. Its storage may be turned off or full.',
  back: 'Your draft is back, as you left it on this device.',
  discard: 'Delete the draft',
});

/** Text of the redaction preview. */
export const preview = named('testimony/preview', {
  open: 'See what will be hidden',
  opening: 'Opening the preview…',
  title: 'What will be hidden',
  text: 'This is how others would read your story. Words in brackets show where we hide something. Nothing is saved until you submit.',
  writeFirst: 'Write a little first, then look here again.',
  reading: 'Reading your story…',
  withheld: 'Please take care of yourself first. This can wait.',
  changed: 'Your story has changed since then.',
  again: 'Look again',
  nothing: 'We found nothing that needs to be hidden.',
  choose: 'Choose words to hide',
  chosen: 'Done choosing',
  offline: 'You seem to be offline, so this cannot be shown. Your words are still here.',
  failed: 'This could not be shown. Your words are still here.',
  tryAgain: 'Try again',
  also: 'Also hide these words',
  alsoHint: 'A name, a place, a nickname: it will be hidden everywhere in your story.',
  hide: 'Hide',
  full: 'You cannot hide any more words.',
  hidden: 'Hidden by you',
  notFound: (words: string) =>
    `“${words}” is not in your story, so nothing is hidden for it. Please check how it is spelled.`,
  stopHiding: (word: string) => `Stop hiding “${word}”`,
  showAgain: (word: string) => `Show “${word}” again`,
  hideWord: (word: string) => `Hide “${word}”`,
});

/** Text of the last stories on other screens. */
export const latest = named('testimony/latest', {
  title: 'Stories',
  all: 'All stories',
  none: 'A story that you share stands here, and you can see what happens with it.',
  note: (status: string, date: string) => `${status} · ${date}`,
});

/** Text of the user's own testimonies. */
export const own = named('testimony/own', {
  title: 'My Testimonies',
  intro:
    'Your own words are kept encrypted. Readers only ever see what you read here. A member of our team can open your own words if it is truly needed, and each time is recorded.',
  withdrawn: 'Your story was withdrawn and deleted.',
  failed: 'Failed to load testimonies',
  anError: 'An error occurred',
  offline: 'You are offline. Your stories are safe with us.',
  loading: 'Loading…',
  tryAgain: 'Try again',
  list: 'Your stories',
  filter: 'Show stories by status',
  all: 'All',
  filtered: (name: string, count: number) => `${name} (${count})`,
  another: 'Share another story',
  loadingList: 'Loading your stories',
  none: 'No Testimonies Yet',
  noneText:
    'When you share what helped you, it is saved here, and you can see what happens with it. What you share may reach somebody tonight.',
  share: 'Share Your Story',

  submitted: 'Submitted',
  inPreparation: 'Your story is being prepared',
  preparing: 'We are taking names and places out of your story. It will appear here in a moment.',
  protected: 'Privacy protection applied',
  withdrawOf: (date: string) => `Withdraw the story from ${date}`,
  withdraw: 'Withdraw',
  badges: {
    pending: 'Pending Approval',
    approved: 'Approved',
    rejected: 'Not Approved',
    escalated: 'Under Review',
  },
  /** Nobody learns who: it is a number, in words while it is small. */
  prayed: (people: number) => {
    const number = SMALL_NUMBERS[people - 1] ?? numberInWords(people);
    return people === 1 ? `${number} person prayed` : `${number} people prayed`;
  },
  approvedOn: 'Approved on',
  reviewed: 'Your testimony is being reviewed by our team.',
  why: 'Why it was not approved',
  removed: (total: number) => `What was removed (${total})`,
  showLess: 'Show less',
  readAll: 'Read all',

  asks: {
    title: 'Withdraw this story?',
    published: 'It will be taken down at once, and nobody will see it anymore.',
    unpublished: 'It will not be reviewed or shown to anybody.',
    forGood: 'Your words are deleted for good.',
    keep: 'Cancel',
    act: 'Withdraw story',
    acting: 'Withdrawing…',
    failed: 'Failed to withdraw your story',
    failedText: 'Nothing was changed. Please try again.',
  },
});

/** What redaction removes, singular and plural, by the word in the placeholder. */
export const removed = named('testimony/removed', {
  name: ['name', 'names'],
  place: ['place', 'places'],
  church: ['church', 'churches'],
  school: ['school', 'schools'],
  hospital: ['hospital', 'hospitals'],
  organisation: ['organization', 'organizations'],
  phone: ['phone number', 'phone numbers'],
  email: ['email address', 'email addresses'],
  link: ['link', 'links'],
  address: ['address', 'addresses'],
  'date of birth': ['date of birth', 'dates of birth'],
  date: ['date', 'dates'],
  age: ['age', 'ages'],
  number: ['number', 'numbers'],
  card: ['card number', 'card numbers'],
  machine: ['network address', 'network addresses'],
  username: ['username', 'usernames'],
  plate: ['license plate', 'license plates'],
  hidden: ['hidden detail', 'hidden details'],
} satisfies Record<string, [string, string]>);
