/** The browser's side of Web Push: permission, and the subscription at its push service. */
import { isInstalled, isOnIos } from '@/lib/install';

/** Whether notices can be turned on here. */
export type Support = 'yes' | 'blocked' | 'install' | 'no';

export function support(): Support {
  const isAble =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isAble) return isOnIos() && !isInstalled() ? 'install' : 'no';
  return Notification.permission === 'denied' ? 'blocked' : 'yes';
}

const manager = async () => (await navigator.serviceWorker.getRegistration())?.pushManager;

async function current(): Promise<PushSubscription | null> {
  // Without permission a subscription shows nothing.
  if (support() !== 'yes' || Notification.permission !== 'granted') return null;
  return (await (await manager())?.getSubscription()) ?? null;
}

/** The address of this browser at its push service; null if it has none. */
export const currentEndpoint = async () => (await current())?.endpoint ?? null;

/** Asks for permission; only after a tap, or browsers refuse it for good. */
export const mayNotify = async () => (await Notification.requestPermission()) === 'granted';

/** The browser has no way to its push service: some have it switched off, or no service worker in a private window. */
export class NoPushService extends Error {
  override readonly name = 'NoPushService';
}

/**
 * Subscribes this browser with the server's key. A subscription with another key is replaced.
 * Throws `NoPushService`.
 */
export async function subscribe(key: string): Promise<string> {
  try {
    return await subscribed(key);
  } catch (error) {
    throw new NoPushService('subscribing failed', { cause: error });
  }
}

async function subscribed(key: string): Promise<string> {
  const push = await manager();
  if (!push) throw new Error('There is no service worker.');
  const known = await push.getSubscription();
  if (known && encoded(known.options.applicationServerKey) === key) return known.endpoint;
  await known?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: decoded(key) };
  return (await push.subscribe(options)).endpoint;
}

/** Ends the subscription at the push service: from then on nothing arrives, whatever the server does. */
export async function unsubscribe(): Promise<void> {
  await (await current())?.unsubscribe();
}

function decoded(base64url: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
}

function encoded(bytes: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
