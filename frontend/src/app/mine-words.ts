/** Text of the screen with everything that somebody has here. */
import { named } from '@/lib/language';

export const mine = named('app/mine', {
  title: 'Mine',
  intro: 'What you kept, wrote and began to read, in one place.',
  loading: 'Loading your prayers and stories',
  guest: 'Prayers and stories need an account',
  guestText: 'They then stand here, on every device that you sign in on.',
});

/** Text of what a subscriber sees of it at home. */
export const own = {
  title: 'Mine',
  lastPrayer: (date: string) => `Your last prayer · ${date}`,
  firstPrayer: 'Write a prayer',
  firstPrayerText: 'Kept sealed, and only yours.',
  prayers: 'Prayer Requests',
  prayersFailed: 'Not loaded just now. Nothing is lost.',
  continueReading: (page: string) => `Continue reading · Page ${page}`,
  library: 'Teaching Library',
  libraryText: 'Teachings to read page by page.',
};
