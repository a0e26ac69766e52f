/** Guest state of this tab, as React state: continued as guest, or required to sign in. */
import { useSyncExternalStore } from 'react';
import { isGuest, keepGuest } from './remembered';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server has required sign-in. Known to this document only. */
let asked = false;

function set(guest: boolean, signIn = false) {
  keepGuest(guest);
  asked = signIn;
  for (const listener of listeners) listener();
}

export const continueAsGuest = () => set(true);

export const stopBeingGuest = () => set(false);

/** Called when an action needs an account. */
export const askForSignIn = () => set(false, true);

export const useIsGuest = () => useSyncExternalStore(subscribe, isGuest);

export const useSignInAsked = () => useSyncExternalStore(subscribe, () => asked);
