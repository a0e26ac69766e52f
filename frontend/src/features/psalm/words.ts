/** Text of the psalm's own page. */
import { named } from '@/lib/language';

export const today = named('psalm/today', {
  reminder: {
    open: 'Remind me each day',
    title: 'A reminder in your own calendar',
    text: 'We make a calendar file on this device. No account, nothing is sent, and we do not know that you asked. To end it, delete the entry in your calendar.',
    time: 'At what time?',
    make: 'Add to my calendar',
    made: 'The file is ready. Open it to add the reminder to your calendar.',
    failed: 'The calendar file could not be saved. Please try again.',
    entry: 'A quiet moment',
    entryText: 'The psalm for this hour:',
  },
  own: 'Is something heavy tonight?',
  ownDay: 'Is something heavy today?',
  ownText: 'Say it in your own words, and get a passage for it. It is read once and never stored.',
  tell: 'Tell it in your own words',
});
