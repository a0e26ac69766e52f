/** Text of the helplines. It is in the first load, so that it works offline. */
export const help = {
  title: 'Immediate Support Available',
  listen: 'You matter. Somebody is there right now to listen.',
  understand: 'I Understand',
  encouragement: 'See encouragement too',
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
  /** Replaces the advice of the content where its language differs from the screen's. */
  international: null as string | null,
};
