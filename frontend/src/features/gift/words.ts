/** Text for somebody who has the link of a gift. */
import { named } from '@/lib/language';

export const gift = named('gift/gift', {
  title: 'A year of Premium for you',
  loading: 'Looking at your gift…',
  failed: 'Your gift could not be reached',
  open: 'Somebody has given you a year of Premium.',
  what: 'Unlimited daily guidance, prayer requests and the teaching library. Nothing is charged, and it ends on its own.',
  already:
    'If you pay for Premium already, the year waits until your subscription ends. Nothing of it is lost.',
  signIn: 'Sign in to accept it',
  signInText: 'You come straight back here. Without an account, you get one by signing in.',
  accept: 'Accept the gift',
  accepting: 'Accepting…',
  notAccepted: 'It could not be accepted just now',
  yours: 'It is yours',
  until: (day: string) => `Premium is on until ${day}. It ends on its own.`,
  held: (days: string) =>
    `You pay for Premium already. ${days} days wait, and begin when your subscription ends.`,
  done: 'It is accepted. Your profile shows how long it lasts.',
  start: 'Start Using Premium',
  profile: 'Go to your profile',
  states: {
    own: {
      title: 'This is the gift you gave',
      text: 'Pass this link on to the person it is for. You cannot accept it yourself.',
    },
    used: {
      title: 'This gift was accepted already',
      text: 'Each link can be used once. If it was meant for you, ask the person who sent it.',
    },
    expired: {
      title: 'This gift can no longer be accepted',
      text: 'Its time is over. The person who sent it can write to us.',
    },
    ended: {
      title: 'This gift has ended',
      text: 'Its payment was taken back, so the link opens nothing any more.',
    },
    unknown: {
      title: 'We do not know this gift',
      text: 'Perhaps a part of the link is missing. Please open it again from the message that you got.',
    },
  },
  home: 'Go to Home',
});
