/** Text of the letters kept on this device, and with the account. */
import { named } from '@/lib/language';

export const kept = named('guidance/kept', {
  title: 'Letters you kept',
  none: 'Under each letter stands Keep this on my device. What you keep opens here, also without a connection.',
  note: (reference: string, date: string | null) => (date ? `${reference} · ${date}` : reference),
  remove: (title: string) => `Remove: ${title}`,
  removed: 'Removed from this device.',
  removedFromBoth: 'Removed from this device. It goes from your account, too.',
  putBack: 'Put it back',
  onDevice: 'Only this device has them. Logging out deletes them.',
});

export const withAccount = named('guidance/withAccount', {
  choice: 'Also keep them with my account',
  what: 'Sealed, so that nobody else can read them. You then have them on every device where you sign in. Turning this off deletes them from your account.',
  turnedOn: 'Done. Your account keeps your letters now.',
  turnedOff: 'Done. Your account has no letters any more. Those on this device are still here.',
  both: 'Your account has them, too. Logging out deletes them on this device only.',
  ended:
    'Your Premium has ended. What your account has stays yours: you can read it and remove it. New letters stay on this device.',
  discreet: (count: number) =>
    count === 1
      ? 'One letter is about something very private, so only this device has it.'
      : `${count} letters are about something very private, so only this device has them.`,
  waiting: (count: number) =>
    count === 1
      ? 'One letter is only on this device so far. It goes to your account when you are connected.'
      : `${count} letters are only on this device so far. They go to your account when you are connected.`,
  full: (count: number, most: number) =>
    count === 1
      ? `Your account has room for ${most}, so one letter stays on this device only. Remove one to make room.`
      : `Your account has room for ${most}, so ${count} letters stay on this device only. Remove some to make room.`,
  refused: (count: number) =>
    count === 1
      ? 'One letter of an earlier version stays on this device only.'
      : `${count} letters of earlier versions stay on this device only.`,
  failed: 'Your account could not be reached. The letters on this device are safe.',
  notChanged: 'Nothing was changed just now',
  noRoom:
    'This browser has no room for all letters of your account. They are safe there, and open on your other devices.',
});
