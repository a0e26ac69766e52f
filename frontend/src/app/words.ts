/** Text of the shell around every screen. */
export const shell = {
  skip: 'Skip to the content',
  loading: 'Loading',
  main: 'Main',
  home: 'Home',
  guidelines: 'Guidelines',
  helpNow: 'Help now',
  upgrade: 'Upgrade',
  resources: 'Spiritual Resources',
  terms: 'Terms',
  privacy: 'Privacy',
  light: 'Light colors',
  dark: 'Dark colors',
  logIn: 'Log In',
};

/** Text outside the screens of features. */
export const elsewhere = {
  notFound: {
    title: 'Page Not Found',
    text: 'There is nothing at this address. Perhaps it was mistyped, or the page has moved.',
    home: 'Return Home',
  },
  failed: {
    title: 'Something went wrong on our side',
    text: 'It was not you. Loading the page again usually helps. If you need somebody now:',
    again: 'Load again',
  },
  signIn: {
    title: 'Please sign in',
    left: 'You are signed out.',
    asked: 'Please log in to go on',
    askedText: 'You are signed out, and this needs an account.',
    kept: 'What you wrote is still here, and comes along when you log in.',
    leading: 'Taking you to sign-in…',
    unreachable: 'We can’t reach your account',
    unreachableText:
      'Perhaps you are offline. Nothing is lost, and Help now works without a network.',
    again: 'Try again',
    trying: 'Trying…',
  },
  loggedOut: {
    title: 'Logged out from another device',
    text: 'You have been logged in from another device. Please log in again.',
  },
};
