/** Text of what can be done with a passage. It loads with the screens that show one. */
import { named } from '@/lib/language';

export const passageWords = named('ui/passageWords', {
  pray: 'Pray with this',
  send: 'Send to a friend',
  listen: 'Listen',

  player: {
    title: 'Reading aloud',
    pause: 'Pause',
    go: 'Continue',
    stop: 'Stop listening',
    speed: 'Speed',
    rates: { slow: 'Slow', usual: 'Calm', fast: 'Brisk' },
    sleep: 'Sleep timer',
    once: 'Off',
    minutes: (count: number) => `Read on for ${count} minutes`,
  },
  notOpened: 'This could not be opened. Please try again when you are connected.',

  quiet: {
    title: 'Two quiet minutes',
    in: 'Breathe in',
    out: 'Breathe out, slowly',
    read: 'Read it slowly',
    silence: 'Stay with it, in silence',
    prayer: 'Pray',
    end: 'Amen.',
    pause: 'Pause',
    go: 'Continue',
    next: 'Next',
    again: 'Once more',
    close: 'Close',
  },

  sending: {
    title: 'Send to a friend',
    text: 'Only the passage is sent. Nothing that you wrote, and no name, is in it.',
    picture: (reference: string, text: string) => `Picture of ${reference}: ${text}`,
    notDrawn: 'The picture could not be drawn here. The link works all the same.',
    sendPicture: 'Send the picture',
    savePicture: 'Save the picture',
    sendLink: 'Send a link',
    copyLink: 'Copy the link',
    saved: 'The picture is saved.',
    copied: 'The link is copied.',
    failed: 'That did not work here. Please try again, or copy this link:',
    close: 'Close',
  },
});
