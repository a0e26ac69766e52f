/** What the numbers are shown with. All of it comes with the first load: no lost network may keep it away. */
export const help = {
  title: 'Immediate Support Available',
  listen: 'You matter. Somebody is there right now to listen.',
  understand: 'I Understand',
  encouragement: 'See encouragement too',
  country: 'Helplines for',
  anotherCountry: 'Another country',
  descriptions: {
    emergency: 'For emergencies that threaten a life. 24/7.',
    suicide: 'Somebody to talk to when it is too much. Confidential, 24/7.',
    text: 'If you would rather write than speak. Confidential, 24/7.',
    domestic_violence: 'If somebody at home is hurting or frightening you. 24/7.',
  },
  /** Stands for the advice of the content where that is in another language than the screen. */
  international: null as string | null,
};
