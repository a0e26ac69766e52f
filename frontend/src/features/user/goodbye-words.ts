/** Text of the page after account deletion. */
export const farewell = {
  done: 'Account Deleted',
  doneText: 'Your account has been permanently deleted.',
  goodbye: 'Goodbye',
  title: 'Goodbye, and take care',
  text: 'You are welcome back at any time.',
  home: 'Return Home',
  helpNow: 'Help now',
  receipt: 'Receipt',
  copied: 'Copied',
  copy: 'Copy the receipt number',
  stories: 'Stories removed',
  prayers: 'Prayers removed',
  subscription: 'Subscription',
  subscriptions: {
    none: 'There was none. Nothing will be charged.',
    cancelled: 'Canceled. Nothing more will be charged.',
    cancelling:
      'Being canceled. We keep asking the payment provider until it confirms that nothing more will be charged.',
  },
  keepNumber:
    'Keep this number if you like. It proves what was deleted, and nothing in it shows who you are. If you have questions, write to',
};
