import type { SignInWay } from '@/lib/product';

const names: Record<SignInWay, string> = { google: 'Google', github: 'GitHub', email: 'email' };

/** Text of the landing page. */
export const landing = {
  headline: 'Find biblical guidance and hope in times of struggle',
  site: 'Site',
  guidelines: 'Guidelines',
  helpNow: 'Help now',
  start: "Get Started - It's Free",
  logIn: 'Log In',
  /** Names only the ways that are configured. */
  ways: (ways: readonly SignInWay[]) =>
    ways.length === 0
      ? 'Signing in is not set up here yet. As a guest you can start now.'
      : `Sign in with ${ways
          .map((way) => names[way])
          .join(', ')
          .replace(/, (\w+)$/, ' or $1')}. No credit card needed.`,
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
