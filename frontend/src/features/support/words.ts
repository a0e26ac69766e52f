/** What the numbers are shown with. All of it comes with the first load: no lost network may keep it away. */
export const help = {
  title: 'Immediate Support Available',
  listen: 'You matter. Somebody is there right now to listen.',
  understand: 'I Understand',
  encouragement: 'See encouragement too',
  country: 'Helplines for',
  anotherCountry: 'Another country',
  /** What each is for. The server says it in the same words: `shared/src/content/contacts.rs`. */
  descriptions: {
    emergency: 'If a life is in danger right now. Day and night.',
    suicide: 'Somebody to talk to when it is too much. Confidential, day and night.',
    text: 'If you would rather write than speak. Confidential, day and night.',
    domestic_violence:
      'If a partner or somebody in your family hurts or frightens you. Day and night.',
  },
  /** Stands for the advice of the content where that is in another language than the screen. */
  international: null as string | null,
};
