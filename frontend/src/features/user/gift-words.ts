/** Premium by gifts of somebody else, in the profile. */
export const giftTerms = {
  before: 'Premium as a gift, until ',
  after: '. It ends on its own, and nothing is charged for it.',
  waits: (days: string) =>
    `You were given ${days} days of Premium. They wait, and begin when your subscription ends.`,
};
