/** Text shown when the payment document cannot be loaded. */
export const paymentOffline = {
  title: 'You are offline',
  text: 'Paying needs a network. Nothing was charged and nothing was changed.',
  again: 'Try again',
};
