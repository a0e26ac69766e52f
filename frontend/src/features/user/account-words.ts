/** Text about the account on other screens: the menu and the blocked notice. */
export const account = {
  menu: 'My Account',
  edit: 'Edit Profile',
  testimonies: 'Testimonies',
  prayers: 'Prayer Requests',
  library: 'Teaching Library',
  logout: 'Logout',
  leaving: 'Logging out…',
  signOutFailed: 'We could not log you out',
  stillSignedIn: 'You are still signed in on this device.',
  maybeSignedIn: 'We could not reach the server. This device may still be signed in.',
  cleared: 'What you wrote and saved here was cleared.',
  signedOut: 'You are logged out on this device.',
  logOutAgain: 'Try logging out again',
  pastDue: 'Your last payment did not go through',
  pastDueText: 'Premium stays on for now.',
  paused: 'Premium is paused until your card works.',
  payNow: 'Pay now',
  renewCard: 'Update your card in your profile',
  blocked: 'Your account is blocked',
  blockedText:
    'You cannot ask for guidance or share stories with this account. Help now is still open to you, and you can download your data, see your billing and delete your account. If you think this is a mistake, write to',
};
