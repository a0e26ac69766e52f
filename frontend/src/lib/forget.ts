/** After signing out nothing of the person stays in this browser: no unsent text, no answer, no count, no trace of a visit. */
import type { QueryClient } from '@tanstack/react-query';
import { dropAllDrafts } from './drafts';
import { stopBeingGuest } from './guest';
import { tellSignedOut } from './remembered';
import { remove, store } from './storage';

/** What somebody chose for the device, whoever sits before it. */
const OF_THE_DEVICE = [
  'stillwater:theme',
  'stillwater:country',
  'stillwater:language',
  'pwa-install-dismissed',
];

/** Forgets who was here and what they did, and asks the server anew who is here now. */
export function forgetPerson(client: QueryClient): Promise<void> {
  dropAllDrafts();
  stopBeingGuest();
  emptyStores();
  tellSignedOut();
  // What was sent is kept beside what was answered.
  client.getMutationCache().clear();
  client.removeQueries({ type: 'inactive' });
  return client.resetQueries();
}

function emptyStores(): void {
  for (const kept of ['local', 'session'] as const) {
    try {
      for (const key of Object.keys(store(kept))) {
        if (!OF_THE_DEVICE.includes(key)) remove(kept, key);
      }
    } catch {
      // A store that cannot be opened holds nothing of ours.
    }
  }
}
