/** Text of the helplines. It is in the first load, so that it works offline. */
export const help = {
  title: 'Immediate Support Available',
  listen: 'You matter. Somebody is there right now to listen.',
  understand: 'I Understand',
  encouragement: 'See encouragement too',
  moreBelow: 'More help below',
  country: 'Helplines for',
  anotherCountry: 'Another country',
  /** What each helpline is for; the server has the same text: `shared/src/content/contacts.rs`. */
  descriptions: {
    emergency: 'If a life is in danger right now. Day and night.',
    suicide: 'Somebody to talk to when it is too much. Confidential, day and night.',
    text: 'If you would rather write than speak. Confidential, day and night.',
    domestic_violence:
      'If a partner or somebody in your family hurts or frightens you. Day and night.',
  },
  /** The line that stays for the visit. */
  quiet: {
    label: 'People who can help',
    hide: 'Hide this line',
    possible: 'If you are not safe, or not sure, people are there for you right now.',
    danger: 'You are not alone with this.',
    numbers: 'See who can help',
    encouragement: 'Words of hope',
    friend: 'Text a friend',
    toFriend: 'Hi, I am not doing well. Can you call me?',
  },
  /** Replaces the advice of the content where its language differs from the screen's. */
  international: null as string | null,
};
