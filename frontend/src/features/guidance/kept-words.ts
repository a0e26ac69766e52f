/** Text of the letters kept on this device. */
import { named } from '@/lib/language';

export const kept = named('guidance/kept', {
  title: 'Letters you kept',
  none: 'Under each letter stands Keep this on my device. What you keep opens here, also without a connection.',
  note: (reference: string, date: string | null) => (date ? `${reference} · ${date}` : reference),
  remove: (title: string) => `Remove: ${title}`,
  removed: 'Removed from this device.',
  putBack: 'Put it back',
  onDevice: 'Only this device has them. Logging out deletes them.',
});
