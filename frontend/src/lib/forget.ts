/** Removes all data of the user from this browser after signing out. */
import type { QueryClient } from '@tanstack/react-query';
import { dropAllDrafts } from './drafts';
import { stopBeingGuest } from './guest';
import { forgetQuietHelp } from './quiet-help';
import { broadcastSignOut } from './remembered';
import { remove, store } from './storage';

/** Preferences of the device, independent of the user. */
const OF_THE_DEVICE = [
  'stillwater:theme',
  'stillwater:country',
  'stillwater:language',
  'stillwater:translation',
  'stillwater:stay-signed-in',
  'pwa-install-dismissed',
];

/** Removes all data of the user and refetches the session. */
export function forgetPerson(client: QueryClient): Promise<void> {
  forgetOnDevice();
  // Mutations keep what was sent beside the response.
  client.getMutationCache().clear();
  client.removeQueries({ type: 'inactive' });
  return client.resetQueries();
}

/** Removes all data of the user from drafts and storage, here and in other tabs. */
export function forgetOnDevice(): void {
  dropAllDrafts();
  stopBeingGuest();
  forgetQuietHelp();
  emptyStores();
  broadcastSignOut();
}

function emptyStores(): void {
  for (const kept of ['local', 'session'] as const) {
    try {
      for (const key of Object.keys(store(kept))) {
        if (!OF_THE_DEVICE.includes(key)) remove(kept, key);
      }
    } catch {
      // Storage that cannot be opened contains no data of ours.
    }
  }
}
