/** What is said of an account over other screens: its menu, and what it cannot do. */
export const account = {
  menu: 'My Account',
  edit: 'Edit Profile',
  testimonies: 'Testimonies',
  prayers: 'Prayer Requests',
  library: 'Teaching Library',
  logout: 'Logout',
  leaving: 'Logging out…',
  signOutFailed: 'We could not reach the server to sign you out',
  signOutFailedText:
    'This device may still be signed in. Please log out once more when you are online.',
  pastDue: 'Your last payment did not go through',
  pastDueText: 'Premium stays on for now.',
  paused: 'Premium is paused until your card works.',
  renewCard: 'Renew your card in your profile',
  blocked: 'Your account is blocked',
  blockedText:
    'You cannot ask for guidance or share stories with it. Help now stays open to you, and you can download your data, see your billing and delete your account. If you think this is a mistake, write to',
};
