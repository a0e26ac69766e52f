/** Text of the staff pages about testimonies: list, detail and actions. English only. */
import { rejection } from '@/lib/rejection-words';
import type { Action, BulkResult, Original, RiskLevel, Status } from '../types';
import { counted } from '../words';

export const list = {
  what: 'The stories',
  status: 'Status',
  shortcuts: 'Shortcuts',
  shown: (status: string, shown: string) => `${status} · ${shown} shown`,
  ofAll: (all: string) => ` of ${all}`,
  reported: (count: string) => ` · ${count} reported`,
  none: {
    pending: 'No story is waiting. Well done.',
    approved: 'No story has been approved yet.',
    rejected: 'No story has been rejected.',
    escalated: 'No story is escalated.',
  } satisfies Record<Status, string>,
  only: 'Show only',
  filters: { mine: 'Mine', reported: 'Reported', waiting: 'Waiting over 24 h' },
  noneOfThese: 'No story here matches this filter.',
  nothingWaits: 'Nothing waits right now.',
  escalatedWaiting: (count: string) => `${count} escalated`,
  reportedWaiting: (count: string) => `${count} reported`,
  pendingWaiting: (count: string) => `${count} pending`,
  waitingLong: (count: string) =>
    `${count === '1,000' ? '1,000 or more' : count} waiting over 24 h`,
  oldest: (age: string) => `, the oldest for ${age}`,
  arrived: (count: number) => `${count >= 100 ? '100 or more' : count} new`,
  bringIn: (count: number) => `${count >= 100 ? '100 or more' : count} new: show`,
  broughtIn: 'The list is up to date.',
  maybeSpam: 'May be spam',
  choose: (id: string) => `Choose story ${id}`,
  ago: (age: string) => `${age} ago`,

  preparing: 'Being prepared',
  /** The title of a story that cannot be read yet. */
  untitled: 'A new story',
  reports: (count: number) => counted(count, 'report', 'reports'),
  lookedAt: ', reviewed',
  hidden: 'Hidden until you decide',
  stillReadable: 'Still readable',
  otherLanguage: 'Another language',
  inSpanish: 'In Spanish',
  risks: {
    high: 'High privacy risk',
    medium: 'Medium privacy risk',
    low: 'Low privacy risk',
  } satisfies Record<RiskLevel, string>,
};

export const bulk = {
  several: 'Approve several',
  approve: (count: number) => `Approve ${counted(count, 'story', 'stories')}`,
  none: 'Choose none',
  all: (count: number) => `Choose all low-risk stories (${count})`,
  ask: (count: number) => `Approve ${counted(count, 'story', 'stories')}?`,
  text: 'Readers will see them at once. Approve only stories that you have read. Each was rated low risk, and none mentions danger.',
  progress: 'Stories done',
  done: (done: number, all: number, approved: number) =>
    `${done} of ${all} done, ${approved} approved.`,
  undone: (count: number) => ` ${counted(count, 'story is', 'stories are')} pending again.`,
  failed: 'Failed to moderate testimony.',
  rest: 'The rest are still waiting.',
  start: (count: number) => `Approve ${count}`,
  working: 'Approving…',
  keys: 'Ctrl+Enter or ⌘+Enter sends, Escape leaves.',
  undoAll: 'Undo all',
  undoOne: (id: string) => `Undo story ${id}`,
  goOn: 'Continue',
  waiting: 'Waiting',
  outcomes: {
    approved: 'Approved',
    rejected: 'Rejected',
    not_pending: 'Skipped: it is no longer pending',
    needs_a_look: 'Skipped: please read it on its own',
    not_found: 'Skipped: its author withdrew it',
    undone: 'Pending again',
    not_undone: 'Not undone: it is too late, or somebody else changed it first',
  } satisfies Record<BulkResult['outcome'] | 'undone' | 'not_undone', string>,
};

export const spam = {
  guess: (why: readonly string[], count: number) =>
    `This may be spam: ${why.join(', ')}. ${count === 1 ? 'Please read it before you decide.' : `${counted(count, 'story is', 'stories are')} alike.`}`,
  why: {
    offers: 'sales words',
    links: 'links or contact details',
    repeated: 'the same text again',
  },
  reject: (count: number) => (count === 1 ? 'Reject as spam' : `Reject all ${count} as spam`),
  ask: (count: number) => `Reject ${counted(count, 'story', 'stories')} as spam?`,
  text: 'This is a guess. The authors will read that we cannot publish offers or links. A story that tells of danger, was reported or was reopened is left for you to read.',
  done: (done: number, all: number, rejected: number) =>
    `${done} of ${all} done, ${rejected} rejected.`,
  start: (count: number) => `Reject ${count}`,
  working: 'Rejecting…',
};

export const pause = {
  text: 'That was a lot of heavy reading. A short pause, a glass of water, a look out of the window: the stories will wait.',
  thanks: 'Hide this',
};

export const pane = {
  back: 'All stories',
  story: 'Story ',
  soFar: 'What happened so far',
  history: 'History',
  timeline: 'The timeline',
  nothingYet: 'Nothing yet.',
  what: 'This story',
  gone: 'This story is gone. Its author may have withdrawn it.',
  handedIn: (date: string) => ` · submitted ${date}`,
  asItIsNow: 'You see the story as it is now.',
  told: 'What the author was told',
  preparing:
    'Being prepared: names and places are being taken out. You can read the story here in a moment.',
  /** Read by screen readers before a placeholder. */
  hidden: 'hidden ',
  marked: 'may speak of danger: ',
  whyMarked: 'The underlined words may speak of danger.',
  noneMarked:
    'No single phrase speaks of danger, but the story as a whole may. Please read all of it.',
  nearly: 'may be a name: ',
  whyNearly:
    'Boxed words are hidden. Words with a dotted line were nearly hidden: please check that they name nobody.',
  othersReading: (names: readonly string[]) =>
    names.length === 1
      ? `${names[0]} is reading this.`
      : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are reading this.`,
  /** Read by screen readers before words that look like a number, an address or a handle. */
  readable: 'still readable: ',
  leftReadable:
    'Some words still look like a number, an address or a name online. They are marked in the text. Please edit them before you approve.',
  inSpanish:
    'This story is in Spanish. If you do not read Spanish, please leave it to somebody who does. The words in brackets are shown to readers in Spanish.',
  otherLanguage:
    'This is neither English nor Spanish. Names and places may still be in it: please have somebody read it who knows the language.',
};

export const deletion = {
  ask: 'Delete for its author',
  deleting: 'Deleting…',
  title: 'Delete this story?',
  text: 'Do this only if its author asked for it. The story and its original will be gone for good. The audit trail records that you deleted it.',
  confirm: 'Delete story',
  failed: 'The story could not be deleted',
  done: (id: string) => `Story ${id} is deleted.`,
};

export const actions = {
  decide: 'Decide',
  change: 'Change',
  approve: 'Approve',
  reject: 'Reject',
  escalate: 'Escalate',
  keep: 'Keep it published',
  keepFlood: (count: number) => `Keep all ${count} of this flood`,
  flood: (count: number) =>
    `The same networks reported ${count} stories, this one included, and nobody else did.`,
  floodKept: (count: number) => (count === 1 ? '1 story is kept.' : `${count} stories are kept.`),
  reopen: 'Reopen',
  checked: 'I have checked the text',
  unchecked: 'This text may still name somebody. Please read it once more, then check the box.',
  failed: 'Failed to moderate testimony',

  lastStep: 'Last step',
  undo: 'Undo',
  deeds: {
    approve: 'approved',
    reject: 'rejected',
    escalate: 'escalated',
    reopen: 'reopened',
    keep: 'kept',
    undo: 'back to how it was',
  } satisfies Record<Action, string>,
  done: (id: string, deed: string) => `Story ${id} is ${deed}.`,

  changed: 'Somebody changed this story since you opened it.',
  reopened: 'reopened',
  already: (status: string) => `This story has already been ${status}.`,
  alreadyBy: (name: string, status: string, at: string | null) =>
    `${name} already ${status} this story${at ? ` on ${at}` : ''}.`,

  keys: 'Keyboard shortcuts',
  useKeys: 'Use these keys on this device',
  meanings: [
    ['J', 'Next story'],
    ['K', 'Previous story'],
    ['A', 'Approve'],
    ['R', 'Reject, with a reason: 1 to 5 choose a template, Ctrl+Enter or ⌘+Enter sends'],
    ['E', 'Escalate'],
    ['S', 'Reject as spam all stories that are alike, where spam is guessed'],
    ['N', 'Bring new stories into the list'],
    ['Z', 'Undo the last step'],
    ['?', 'This list'],
  ] as const,
};

export const reasons = {
  askReject: 'Reject this story?',
  askReopen: 'Reopen this story?',
  reject: 'Reject story',
  reopen: 'Reopen story',
  story: (id: string) => `Story …${id}`,
  unseen: '. Readers will no longer see it.',
  kind: 'Start from a template',
  reason: 'Reason',
  authorReads: 'The author will read this. If you leave it blank, nothing happens.',
  staffReads: 'Only staff will read this. If you leave it blank, nothing happens.',
  keys: 'Ctrl+Enter or ⌘+Enter sends, Escape leaves.',
  keysOfRejection: '1 to 5 choose a template, Ctrl+Enter or ⌘+Enter sends, Escape leaves.',
  /** Templates of rejection notes. Their authors read them in the language of the app. */
  templates: [
    ['Could be recognized', rejection.recognized],
    ['About somebody else', rejection.aboutOthers],
    ['Advice that could hurt', rejection.advice],
    ['Not a story yet', rejection.notAStory],
    ['Offers and links', rejection.offers],
  ] as const,
};

export const praying = {
  pray: 'I prayed for this',
  hint: 'The author reads how many people prayed, and not who.',
  thanks: 'Thank you. The author will read that somebody prayed.',
  failed: 'That could not be saved.',
};

export const original = {
  title: 'The original',
  parts: [
    ['whatHappened', 'What happened'],
    ['whatHelped', 'What helped'],
    ['whatChanged', 'What changed'],
  ] as const satisfies readonly (readonly [keyof Original, string])[],
  hide: 'Hide original',
  show: 'Show the words',
  blurred: 'The words are blurred until you show them.',
  text: 'Kept encrypted. Open it only if you can’t decide without it.',
  reveal: 'Reveal original',
  opening: 'Opening…',
  failed: 'The original could not be opened.',
  ask: 'Reveal the original?',
  askText:
    'It holds names and places that the author trusted us to protect. The audit trail will record, with your name, that you opened it.',
};

/** Text about editing a testimony's text, topics and note. */
export const editing = {
  edit: 'Edit text',
  showChange: 'Show the last change',
  hideChange: 'Hide the last change',
  takenOut: 'taken out: ',
  putIn: 'put in: ',
  text: 'Text as readers will see it',
  textHint: 'Write [name] or [place] for what should be hidden.',
  emptyText: 'Please leave some text.',
  change: 'Your change',
  overtaken:
    'Somebody else changed this text in the meantime. Your words are still here. Check what they would change now, then save.',
  decided:
    'Somebody else decided this story while you were editing it. Your words were not saved. Copy them, or reopen the story to go on.',
  discard: 'Discard my words',
  textFailed: 'The text could not be saved.',
  saveText: 'Save text',

  topics: 'Topics',
  noTopics: 'None found.',
  correct: 'Correct topics',
  most: 'Up to five',
  saveTopics: 'Save topics',
  topicsOvertaken: (names: string) =>
    `Somebody else changed the topics in the meantime: ${names || 'none'}. Your choice is still here. Check it, then save.`,
  topicsFailed: 'The topics could not be saved.',

  note: 'Internal note',
  noteHint: 'Only staff see this. The author’s note is the reason you give when you reject.',
  noteFailed: 'The note could not be saved.',
  saveNote: 'Save note',
  noteSaved: 'Note saved.',
  dropNote: 'Drop my change',
  noteFirst: 'Please save your note or drop your change, then decide.',
  noteOvertaken: 'Somebody else changed this note in the meantime. Yours is still here. Theirs is:',
  noteTakenAway: '(none)',
};
