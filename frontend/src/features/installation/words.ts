/** Text about installing the app and about updates. */
export const installation = {
  title: (app: string) => `Keep ${app} close`,
  text: (app: string) =>
    `As an app, ${app} opens from your home screen, and the numbers and readings work offline.`,
  install: 'Install App',
  ios: ['Tap the share button in Safari', 'Choose “Add to Home Screen”'],
  dismiss: 'Not now',

  updateReady: 'A new version is ready.',
  updateText: 'It takes a moment to load. What you are writing is not lost.',
  updateNow: 'Update Now',
  updateHeld: 'Update ready. It will load when you finish.',
  updateDismiss: 'Dismiss the update',
};
