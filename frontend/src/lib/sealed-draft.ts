/**
 * A draft that its writer keeps on this device, in the browser's database. It is sealed with a key that scripts cannot
 * read out, so that a copy of the database's text is of no use. Anybody who opens this app in this browser can read it.
 */
import { DATABASE, forgetDraftOnDevice, isDraftKept, markDraftKept } from './draft-on-device';

const STORE = 'drafts';
/** There is one draft. */
const ID = 1;

interface Row {
  key: CryptoKey;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

/** The draft with the id of its writer, or null for a guest. */
export interface KeptDraft<Values> {
  writer: string | null;
  values: Values;
}

const promised = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Runs one transaction. The connection closes at once, because an open one would delay the deletion. */
async function inDatabase<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await promised(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([promised(run(transaction.objectStore(STORE))), ended]);
    return result;
  } finally {
    database.close();
  }
}

async function seal(draft: KeptDraft<unknown>): Promise<Row> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = new TextEncoder().encode(JSON.stringify(draft));
  return { key, iv, sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text) };
}

let waiting: KeptDraft<unknown> | null = null;
let saving: Promise<boolean> | null = null;

/** Whether the newest draft is stored. */
export const isDraftStored = () => saving === null && isDraftKept();

/** Keeps the newest draft; older ones that still wait are skipped. Returns whether the browser has stored it. */
export async function keepDraftOnDevice(draft: KeptDraft<unknown>): Promise<boolean> {
  // The mark comes first: while the database is written, signing out must find it.
  if (!markDraftKept()) return false;
  waiting = draft;
  saving ??= save();
  return saving;
}

async function save(): Promise<boolean> {
  try {
    while (waiting) {
      const next = waiting;
      waiting = null;
      const row = await seal(next);
      if (isDraftKept()) await inDatabase('readwrite', (store) => store.put(row, ID));
    }
    // The author has signed out or left meanwhile: what was written since then goes, too.
    if (!isDraftKept()) forgetDraftOnDevice();
    return isDraftKept();
  } catch {
    waiting = null;
    forgetDraftOnDevice();
    return false;
  } finally {
    saving = null;
  }
}

/** The draft on this device, if there is one that can be opened. */
export async function draftOnDevice<Values>(): Promise<KeptDraft<Values> | null> {
  if (!isDraftKept()) {
    // A mark that is gone means that the draft was given up; the browser may not have deleted it then.
    forgetDraftOnDevice();
    return null;
  }
  try {
    const row = await inDatabase<Row | undefined>('readonly', (store) => store.get(ID));
    if (!row) return null;
    const { key, iv, sealed } = row;
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed);
    return JSON.parse(new TextDecoder().decode(text));
  } catch {
    return null;
  }
}
