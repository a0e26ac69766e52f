/** Text of the page that a link to a passage opens. */
import { named } from '@/lib/language';

export const sent = named('passage/sent', {
  title: 'A passage for you',
  above: 'Somebody thought of you.',
  waiting: 'Opening the passage…',
  failed: 'The passage could not be opened.',
  unknown: 'This link names no passage that we know. It may have lost its end on the way.',
  today: 'Open today’s psalm',
  own: 'And what are you carrying?',
  ownText:
    'Say it in your own words, and get a message of hope and a passage for it. It is free, it needs no account, and your words are read once and never stored.',
  begin: 'Begin',
});
