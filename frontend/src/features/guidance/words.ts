/** Text of the home screen, including its errors. */
export const home = {
  question: 'What are you carrying?',
  placeholder: 'In your own words. For example: I’m feeling anxious about work and I can’t sleep…',
  never: 'Read once to find your passage. Never stored.',
  choose: 'Or choose a common struggle',
  chips: { open: 'Show all', close: 'Show less' },
  /** Topic names that differ from the server's. */
  topics: {} as Readonly<Record<string, string>>,
  ask: 'Get Guidance & Support',
  asking: 'Finding Guidance...',
  atLimit: 'Daily Limit Reached',
  blank: 'Please describe your struggle or select a topic',
  room: (used: string, most: string) => `${used} of ${most}`,
  tooLong: 'Please shorten it a little.',

  failed: 'Failed to get guidance',
  failedAgain: 'Failed to get guidance. Please try again.',
  wait: (seconds: number) => {
    if (seconds > 90) return `Please wait ${Math.ceil(seconds / 60)} minutes and try again.`;
    return `Please wait ${seconds === 1 ? '1 second' : `${seconds} seconds`} and try again.`;
  },
  offline:
    'You seem to be offline, so your words could not be read. They are still here. A topic from the row above opens offline, and so do the numbers under',
  helpNow: 'Help now',

  premium: 'Premium',
  today: (count: number, limit: number) => `${count}/${limit} today`,
  upgrade: 'Upgrade',

  share: 'Share Testimony',
  shareText: 'What helped you may reach somebody tonight. Anonymous, and read by a person first.',
  support: 'Instant Support',
  supportText: 'People you can call or text at any hour of the day or night.',
  keptLetter: 'The message you kept',
  keptLetters: 'The messages you kept',
  resources: 'Spiritual Resources',
  shelves: [
    ['anxiety', 'Anxiety & Worry'],
    ['grief', 'Grief & Loss'],
    ['strength', 'Strength & Hope'],
    ['temptation', 'Temptation'],
    ['love', "God's Love"],
    ['purpose', 'Purpose & Meaning'],
  ] as readonly (readonly [string, string])[],
};
