/** Text of the sheet with all topics. */
export const topicGroups = {
  title: 'What is it about?',
  close: 'Close',
  feelings: 'What I feel',
  losses: 'What I have lost, or wait for',
  people: 'People close to me',
  days: 'Work, money and direction',
  self: 'Myself and God',
  others: 'More',
};
