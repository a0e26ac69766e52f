/** Text of the card with the psalm of the hour. */
export const psalmCard = {
  titles: {
    dawn: 'This morning’s psalm',
    day: 'Today’s psalm',
    dusk: 'Tonight’s psalm',
    night: 'Tonight’s psalm',
  },
};
