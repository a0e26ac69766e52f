/** Text of the upgrade dialog. It opens over any screen, so it is in every language. */
export const upgrade = {
  title: 'Unlimited Guidance',
  later: 'Maybe Later',
  now: 'Upgrade Now',
  price: '$20/month',
  renews: 'Renews every month until you cancel, which you can do at any time in your profile.',
  /** Today's free requests are used, and when they reset. */
  used: (when: string) => `You have used today’s free guidance. It starts again ${when}.`,
  freeNow: 'Free for you now',
  letter: 'Today’s letter again, or another passage for it',
  readings: 'Readings and prayers',
  help: 'Somebody to talk to',
  without: 'Without a limit',
  atMidnight: 'at midnight',
  today: (time: string) => `today at ${time}`,
  tomorrow: (time: string) => `tomorrow at ${time}`,
  benefits: [
    'Unlimited daily guidance',
    'Personal prayer requests',
    'Extended teaching library',
    'Priority support, and no ads, ever',
  ] as readonly string[],
};

/** Text of the dialog for people who have Premium. */
export const premium = {
  title: 'Your Premium',
  close: 'Close',
  on: 'Premium is on.',
  renews: (day: string) => `Premium is on. It renews on ${day}.`,
  until: (day: string) => `Premium stays on until ${day}.`,
  given: (day: string) => `A gift from our team, good until ${day}.`,
  paused: 'Premium is paused. Your profile says why, and what you can do.',
  prayers: 'Your prayers',
  library: 'The teaching library',
  profile: 'Your plan, in your profile',
};
