/** Whether this tab's visitor chose *Continue as guest*, or must sign in first, for what is drawn again when that changes. */
import { useSyncExternalStore } from 'react';
import { isGuest, keepGuest } from './remembered';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server has refused something until somebody signs in. Known to this document only. */
let asked = false;

function set(guest: boolean, signIn = false) {
  keepGuest(guest);
  asked = signIn;
  for (const listener of listeners) listener();
}

export const continueAsGuest = () => set(true);

export const stopBeingGuest = () => set(false);

/** What they were about to do needs an account. */
export const askForSignIn = () => set(false, true);

export const useIsGuest = () => useSyncExternalStore(subscribe, isGuest);

export const useSignInAsked = () => useSyncExternalStore(subscribe, () => asked);
