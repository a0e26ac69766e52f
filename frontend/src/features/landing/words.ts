/** Text of the landing page. */
export const landing = {
  headline: 'Find biblical guidance and hope in times of struggle',
  site: 'Site',
  guidelines: 'Guidelines',
  helpNow: 'Help now',
  start: "Get Started - It's Free",
  logIn: 'Log In',
  ways: 'Sign in with Google, GitHub or email. No credit card needed.',
  asGuest: 'Continue as guest',
  whatYouFind: 'What you’ll find here',
  highlights: {
    guidance: {
      title: 'Biblical Guidance',
      text: 'A short message of hope, with a passage of scripture that fits what you are going through.',
    },
    testimonies: {
      title: 'Real Testimonies',
      text: 'Stories from others who have been there, shared without names.',
    },
    privacy: {
      title: 'Safe & Private',
      text: 'Your struggle is read once and never stored. No ads, no trackers.',
    },
    support: {
      title: 'Instant Support',
      text: 'If you are in danger, the numbers to call come before everything else.',
    },
  },
  trusted: 'Trusted by believers worldwide',
  reasons: ['Bible-Based', 'Privacy First', 'Community Driven'],
};
