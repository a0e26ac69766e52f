/** Changes a prayer. The note on its answer is screened for a crisis like any other text. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Prayer } from '@/lib/api/types';
import { sendWithCrisisFallback } from '@/lib/crisis-fallback';
import { useDialogs } from '@/lib/dialogs';
import { offerQuietHelp } from '@/lib/quiet-help';
import { changePrayer, keepPrayers, type PrayerChange } from './queries';

export function useChange({ id }: Prayer, onChanged: () => void) {
  const client = useQueryClient();
  const dialogs = useDialogs();
  return useMutation({
    // Confidential text is not kept in the mutation cache longer than it is shown.
    gcTime: 0,
    mutationFn: (change: PrayerChange) => {
      const send = () => changePrayer(id, change);
      return change.answerNote
        ? sendWithCrisisFallback(change.answerNote, send, dialogs.showBundledHelp)
        : send();
    },
    onSuccess: ({ crisis, possibleDanger, resources, prayer }) => {
      if (prayer) {
        keepPrayers(client, (all) => all.map((one) => (one.id === id ? prayer : one)));
        onChanged();
      }
      if (crisis) dialogs.showCrisis(resources);
      else if (possibleDanger) offerQuietHelp('possible');
    },
  });
}
