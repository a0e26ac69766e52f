/** Text around a letter of guidance. The letter's own text comes from its topic. */
import { named } from '@/lib/language';

export const result = named('guidance/result', {
  title: 'Guidance',
  none: 'No guidance data available. Please go back and try again.',
  home: 'Back to Home',
  offline:
    'You are offline. This message came with the app, and it does not count toward your daily limit.',
  hope: 'Message of Hope',
  shareStory: 'Share Your Story (Anonymous)',
  more: 'Get More Guidance',
  alternatives: 'Is it more like…',
  alsoAbout: (situation: string) => `You also wrote about: ${situation}`,
  opening: 'Opening…',
  notOpened: 'This letter could not be opened. Please try again in a moment.',
  prayer: 'A short prayer',
  plainPrayer: 'If you do not pray',
  another: 'Another passage',
  noOther: 'These are all the passages for this today.',
  asked: 'From the Bible',
  carrying: 'What are you carrying?',
  tell: 'Tell it in your own words',
  translation: 'Translation',
  notTranslated: 'This translation could not be opened. Please try again in a moment.',
  near: 'Is it closer to one of these?',
  related: 'You may also be carrying',

  scripture: 'Scripture',
  around: 'Read in context',
  backToPassage: 'Back to the passage',
  aroundWaiting: 'Opening the chapter…',
  aroundFailed: 'The verses around it could not be loaded. Please try again when you are online.',
  copy: 'Copy',
  copied: 'Copied',
  copiedText: 'You can paste the message and the passage now.',
  notCopied: 'It could not be copied. Please select the text and copy it.',

  sources: 'From our teachers',
  sourceBefore: 'From the library: ',
  sourceAfter: (page: number) => `, p. ${page}`,

  keep: 'Keep this on my device',
  keepText:
    'Kept on your device, it opens offline, and anyone who uses this device can read it. Press again to remove it.',
  keepBothText:
    'Kept on your device, where it opens offline and anyone who uses this device can read it, and sealed with your account. Press again to remove it from both.',
  notKept:
    'Your browser does not let us save anything here. Its storage may be turned off or full.',

  keptEnough: (most: number) =>
    `You have kept ${most} letters here, and there is room for no more. Remove one under Mine first.`,

  stories: 'Stories of Hope',
  showStories: 'Show stories',
  readMore: 'Read more',
  showLess: 'Show less',
  wasNear: {
    ask: 'Was this near?',
    answers: ['Yes', 'Not quite'] as readonly [string, string],
    thanks: 'Thank you.',
    thanksNotQuite: 'Thank you. That helps us write better letters.',
    failed: 'That could not be sent. It is all right to leave it.',
  },
  prayed: {
    pray: 'I prayed for this',
    thanks: 'Thank you. The person who wrote this will read that somebody prayed.',
    failed: 'That could not be sent. Please try again in a moment.',
    offline: 'You are offline, so that could not be sent. Your prayer was heard all the same.',
    gone: 'This story is no longer shown to readers.',
  },
  report: {
    ask: 'Report this story',
    asking: 'Reporting…',
    title: 'Report this story?',
    text: 'If it names somebody, could hurt a reader or does not belong here, tell us. Somebody from our team will read it again. Its author will not know that it was you.',
    cancel: 'Cancel',
    send: 'Report',
    thanks: 'Thank you. Somebody from our team will read this story again.',
    failed: 'The report could not be sent. Please try again in a moment.',
    offline: 'You are offline. Please report it when you are connected.',
    gone: 'This story is no longer shown to readers.',
  },
});
