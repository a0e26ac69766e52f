/** Text about notices on this device. */
import { named } from '@/lib/language';

export const notices = named('push/notices', {
  title: 'Quiet notices on this device',
  text: 'A notice never says what it is about: it only says that something is waiting. It ends when you sign out.',
  on: 'Turn on notices',
  turningOn: 'Turning on…',
  off: 'Turn off notices',
  turningOff: 'Turning off…',
  what: 'Tell me',
  stories: 'When a story of mine was reviewed',
  prayers: 'When somebody prayed, once in the evening',
  psalm: 'When tonight’s psalm is here, at eight',
  psalmLink: 'Tonight’s psalm',
  isOn: 'Notices are on.',
  isOff: 'Notices are off. Nothing more will arrive here.',
  notAllowed: 'Your browser did not allow notices, so nothing was turned on.',
  blocked:
    'Notices from this site are blocked on this device. You can allow them in the settings of your browser.',
  install:
    'On iPhone and iPad notices work in the installed app: choose Share, then Add to Home Screen, and open it from there.',
  unsupported: 'This browser cannot show notices.',
  failed: 'That did not work just now',
  noService:
    'Your browser could not reach its push service. Some browsers have it switched off in their settings, and private windows have none.',
  notLoaded: 'Your notices could not be loaded',
});
