/** Text of the shell around every screen. */
export const shell = {
  skip: 'Skip to the content',
  loading: 'Loading',
  main: 'Main',
  home: 'Home',
  guidelines: 'Guidelines',
  helpNow: 'Help now',
  mine: 'Mine',
  upgrade: 'Upgrade',
  premium: 'Premium',
  resources: 'Spiritual Resources',
  terms: 'Terms',
  privacy: 'Privacy',
  light: 'Light colors',
  dark: 'Dark colors',
  logIn: 'Log In',
};

/** Text of the error screen, which needs no download. */
export const failure = {
  title: 'Something went wrong on our side',
  text: 'It was not your fault, and nothing that you sent is lost. Reloading the page usually helps. If you need somebody now:',
  again: 'Reload',
};
