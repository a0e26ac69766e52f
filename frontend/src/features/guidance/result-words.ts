/** Text around a letter of guidance. The letter's own text comes from its topic. */
export const result = {
  title: 'Guidance',
  none: 'No guidance data available. Please go back and try again.',
  home: 'Back to Home',
  offline:
    'You are offline. This message came with the app, and it does not count toward your daily limit.',
  hope: 'Message of Hope',
  shareStory: 'Share Your Story (Anonymous)',
  more: 'Get More Guidance',
  near: 'Is it closer to one of these?',
  related: 'You may also be carrying',

  scripture: 'Scripture',
  around: 'Read in context',
  backToPassage: 'Back to the passage',
  aroundWaiting: 'Opening the chapter…',
  aroundFailed: 'The verses around it could not be loaded. Please try again when you are online.',
  copy: 'Copy',
  copied: 'Copied',
  copiedText: 'The message and the passage.',
  copyFailed: 'Could not copy',
  copyFailedText: 'Please select the text and copy it.',
  share: 'Share',
  listen: 'Listen',
  stop: 'Stop listening',

  sources: 'From our teachers',
  sourceBefore: 'From the library: ',
  sourceAfter: (page: number) => `, p. ${page}`,

  keep: 'Keep this on my device',
  keepText:
    'You can then open it offline. Anyone who uses this device can read it. Uncheck to remove it.',
  notKept:
    'Your browser does not let us save anything here. Its storage may be turned off or full.',

  stories: 'Stories of Hope',
  showStories: 'Show stories',
  readMore: 'Read more',
  showLess: 'Show less',
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
};
