/** Text of the prayers page. */
import { named } from '@/lib/language';

export const prayers = named('prayer/prayers', {
  title: 'Prayer Requests',
  intro:
    'Your own words, kept sealed. Nobody reads them unless you share them with the prayer team.',
  loading: 'Loading your prayers',
  failed: 'Your prayers could not be loaded',
  list: 'Your prayers',
  none: 'No prayers yet. What you write is kept here, and you can come back to see how it was answered.',
  deleted: 'Your prayer was deleted.',
  lapsed: 'Your Premium has ended',
  lapsedText:
    'You can still read your prayers, mark them as answered, download them and delete them. New ones need Premium.',
  premium: 'Prayer requests are part of Premium',
  premiumText:
    'Write down what you pray for, share it with our prayer team if you like, and look back on what was answered. Help now stays open to everybody.',
});

export const writing = named('prayer/writing', {
  label: 'What would you like to pray for?',
  note: 'Kept encrypted. Nobody on our team opens it unless you share it.',
  room: (used: string, most: string) => `${used} of ${most}`,
  blank: 'Please write your prayer.',
  tooLong: (most: string) => `Please shorten this to ${most} characters.`,
  share: 'Share with the prayer team',
  shareHint:
    'A few people on our team may read it exactly as you wrote it, and pray for you. They do not see who wrote it. Leave out any names you want to keep to yourself.',
  keep: 'Save this prayer',
  keeping: 'Saving it…',
  failed: 'Your prayer could not be saved',
  stillHere: 'Your words are still here.',
  kept: 'Your prayer is saved.',
  notKept: 'Your prayer has not been saved yet. It is still here, whenever you want to send it.',
});

export const written = named('prayer/written', {
  answered: 'Answered',
  prayedOn: 'Somebody prayed for this on ',
  answeredOn: 'Answered on ',
  share: 'Share with the prayer team',
  shared:
    'The team can read it exactly as you wrote it. They do not see who wrote it. Switch this off to stop sharing it.',
  notShared: 'Only you can read it now.',
  failed: 'That could not be saved',
  notAnswered: 'Not answered yet',
  notAnsweredOf: (date: string) => `Not answered yet: the prayer from ${date}`,
  mark: 'Mark as answered',
  markOf: (date: string) => `Mark the prayer from ${date} as answered`,
  delete: 'Delete',
  deleteOf: (date: string) => `Delete the prayer from ${date}`,

  how: 'How was it answered?',
  howHint: 'You can leave this blank. Only you will see it.',
  keeping: 'Saving it…',
  kept: 'Your change is saved.',
  notKept: 'Your answer has not been saved yet. It is still here, whenever you want to send it.',
  cancel: 'Cancel',

  asks: {
    title: 'Delete this prayer?',
    forGood: 'Your words are deleted for good.',
    team: ' The prayer team can no longer read them.',
    keep: 'Cancel',
    act: 'Delete prayer',
    acting: 'Deleting…',
    failed: 'Failed to delete your prayer',
    failedText: 'Nothing was changed. Check your connection and try again.',
  },
});

/** Text of the last prayers on other screens. */
export const latest = named('prayer/latest', {
  title: 'Prayers',
  all: 'All prayers',
  none: 'What you pray for stands here, and you can look back on how it was answered.',
  premium: 'With Premium you can write down what you pray for, and look back on what was answered.',
  answered: (date: string) => `Answered on ${date}`,
  prayed: (date: string) => `Somebody prayed for this on ${date}`,
});
