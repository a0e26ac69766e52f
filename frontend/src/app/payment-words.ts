/** What the app says where it can't lead on to the document where people pay. */
export const paymentOffline = {
  title: 'You are offline',
  text: 'Paying needs a network. Nothing was charged and nothing was changed.',
  again: 'Try again',
};
