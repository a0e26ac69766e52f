/** Text of the staff pages about testimonies: list, detail and actions. English only. */
import type { Action, BulkResult, Original, RiskLevel, Status } from './types';
import { counted } from './words';

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
  choose: (id: string) => `Choose story ${id}`,
  ago: (age: string) => `${age} ago`,

  preparing: 'Being prepared',
  reports: (count: number) => counted(count, 'report', 'reports'),
  lookedAt: ', looked at',
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
  all: (count: number) => `Choose all ${count} of low risk`,
  ask: (count: number) => `Approve ${counted(count, 'story', 'stories')}?`,
  text: 'Readers will see them at once. Approve only stories that you have read. Each was found to be of low risk, and none tells of danger.',
  progress: 'Stories done',
  done: (done: number, all: number, approved: number) =>
    `${done} of ${all} done, ${approved} approved.`,
  undone: (count: number) => ` ${counted(count, 'story is', 'stories are')} pending again.`,
  failed: 'Failed to moderate testimony.',
  rest: 'The rest is still waiting.',
  start: (count: number) => `Approve ${count}`,
  approving: 'Approving…',
  goOn: 'Go on',
  waiting: 'Waiting',
  outcomes: {
    approved: 'Approved',
    not_pending: 'Skipped: it is not pending any more',
    needs_a_look: 'Skipped: please read it by itself',
    not_found: 'Skipped: its author took it back',
    undone: 'Pending again',
    not_undone: 'Not undone: it is too late, or somebody was first',
  } satisfies Record<BulkResult['outcome'] | 'undone' | 'not_undone', string>,
};

export const pane = {
  back: 'All stories',
  story: 'Story ',
  soFar: 'What happened so far',
  timeline: 'The timeline',
  nothingYet: 'Nothing yet.',
  what: 'This story',
  gone: 'This story is gone. Its author may have taken it back.',
  handedIn: (date: string) => ` · handed in ${date}`,
  asItIsNow: 'You see the story as it is now.',
  told: 'What the author was told',
  preparing:
    'Being prepared: names and places are being taken out. The story can be read here in a moment.',
  /** Read by screen readers before a placeholder. */
  hidden: 'hidden ',
};

export const deletion = {
  ask: 'Delete for its author',
  deleting: 'Deleting…',
  title: 'Delete this story?',
  text: 'Only if its author asked for it. The story and its original are gone for good. The audit trail keeps that you deleted it.',
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
  reopen: 'Reopen',
  checked: 'I have checked the text',
  unchecked: 'This text may still name somebody. Please read it once more, then tick the box.',
  failed: 'Failed to moderate testimony',

  lastStep: 'Last step',
  undo: 'Undo',
  deeds: {
    approve: 'approved',
    reject: 'rejected',
    escalate: 'escalated',
    reopen: 'reopened',
    keep: 'kept',
    undo: 'back as it was',
  } satisfies Record<Action, string>,
  done: (id: string, deed: string) => `Story ${id} is ${deed}.`,

  changed: 'Somebody changed this story since you opened it.',
  reopened: 'reopened',
  already: (status: string) => `This story is ${status} already.`,
  alreadyBy: (name: string, status: string, at: string | null) =>
    `${name} has ${status} this story already${at ? `, on ${at}` : ''}.`,

  keys: 'Keyboard shortcuts',
  useKeys: 'Use these keys on this device',
  meanings: [
    ['J', 'Next story'],
    ['K', 'Story before'],
    ['A', 'Approve'],
    ['R', 'Reject, with a reason'],
    ['E', 'Escalate'],
    ['Z', 'Undo the last step'],
    ['?', 'This page'],
  ] as const,
};

export const reasons = {
  askReject: 'Reject this story?',
  askReopen: 'Reopen this story?',
  reject: 'Reject story',
  reopen: 'Reopen story',
  story: (id: string) => `Story …${id}`,
  unseen: '. Readers will not see it any more.',
  kind: 'Begin with kind words',
  reason: 'Reason',
  authorReads: 'The author reads this. Left empty, nothing is done.',
  staffReads: 'Only staff read this. Left empty, nothing is done.',
  /** Templates of rejection notes: thanks, the obstacle, and what would help. */
  templates: [
    [
      'Could be recognized',
      'Thank you for trusting us with your story. Some details in it could still show who you are, and we want you to be safe. You are welcome to send it again with fewer particulars.',
    ],
    [
      'About somebody else',
      'Thank you for writing. This story says so much about another person that they could be recognized, and that could come back to you. You are welcome to send it again. You need not leave out what was done to you. Leave out only what shows who they are.',
    ],
    [
      'Advice that could hurt',
      'Thank you for sharing what you went through. Some of the advice in it could hurt a reader who is in a hard place, so we cannot publish it as it is. You are welcome to send it again without that part.',
    ],
    [
      'Not a story yet',
      'Thank you for writing to us. Here we share what people went through and what helped them. If you would like to tell us that, we would be glad to read it.',
    ],
    [
      'Offers and links',
      'Thank you for writing. We cannot publish offers or links. If there is a story of your own behind it, we would be glad to read it.',
    ],
  ] as const,
};

export const original = {
  title: 'The original',
  parts: [
    ['whatHappened', 'What happened'],
    ['whatHelped', 'What helped'],
    ['whatChanged', 'What changed'],
  ] as const satisfies readonly (readonly [keyof Original, string])[],
  hide: 'Hide original',
  text: 'Kept encrypted. Open it only if you can’t decide without it.',
  reveal: 'Reveal original',
  opening: 'Opening…',
  failed: 'The original could not be opened.',
  ask: 'Reveal the original?',
  askText:
    'It holds names and places that the author trusted us to keep. That you opened it is written in the audit trail, with your name.',
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
  emptyText: 'Please leave some words.',
  change: 'Your change',
  overtaken:
    'Somebody else changed this text meanwhile. Your words are still here. Look at what they would change now, then save.',
  textFailed: 'The text could not be saved.',
  saveText: 'Save text',

  topics: 'Topics',
  noTopics: 'None was found.',
  correct: 'Correct topics',
  most: 'Up to five',
  saveTopics: 'Save topics',
  topicsFailed: 'The topics could not be saved.',

  note: 'Internal note',
  noteHint: 'Only staff see this. The author’s note is the reason you give when you reject.',
  noteFailed: 'The note could not be saved.',
  saveNote: 'Save note',
  noteSaved: 'Note saved.',
};
