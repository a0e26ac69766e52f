/** Changing a prayer: a note on its answer is looked through for danger like every other text. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Prayer } from '@/lib/api/types';
import { useDialogs } from '@/lib/dialogs';
import { sendWords } from '@/lib/unread-words';
import { changePrayer, keepPrayers, type PrayerChange } from './queries';

export function useChange({ id }: Prayer, onChanged: () => void) {
  const client = useQueryClient();
  const dialogs = useDialogs();
  return useMutation({
    // What people confide is not kept in memory longer than it is shown.
    gcTime: 0,
    mutationFn: (change: PrayerChange) => {
      const send = () => changePrayer(id, change);
      return change.answerNote
        ? sendWords(change.answerNote, send, dialogs.showBundledHelp)
        : send();
    },
    onSuccess: ({ crisis, resources, prayer }) => {
      if (prayer) {
        keepPrayers(client, (all) => all.map((one) => (one.id === id ? prayer : one)));
        onChanged();
      }
      if (crisis) dialogs.showCrisis(resources);
    },
  });
}
