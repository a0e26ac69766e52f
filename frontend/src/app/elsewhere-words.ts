/** Text outside the screens of features. */
export const elsewhere = {
  notFound: {
    title: 'Page Not Found',
    text: 'There is nothing at this address. Perhaps it was mistyped, or the page has moved.',
    home: 'Return Home',
  },
  signIn: {
    title: 'Please sign in',
    left: 'You are signed out.',
    asked: 'Please log in to continue',
    askedText: 'You are signed out, and this needs an account.',
    kept: 'What you wrote is still here, and it will be here after you log in.',
    leading: 'Taking you to sign-in…',
    unreachable: 'We can’t reach your account',
    unreachableText:
      'You may be offline. Nothing is lost, and Help now works without a connection.',
    again: 'Try again',
    trying: 'Trying…',
  },
  loggedOut: {
    title: 'Logged out from another device',
    text: 'You have been logged in from another device. Please log in again.',
  },
};
