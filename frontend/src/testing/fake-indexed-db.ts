/** Mocks `indexedDB`, which jsdom lacks: databases with one store each, without indexes. Requests answer in a microtask. */
import { vi } from 'vitest';

type Database = Map<unknown, unknown>;

const request = <T>(answer: () => T, on: { then?: (result: T) => void } = {}) => {
  const one: Record<string, unknown> = {};
  queueMicrotask(() => {
    try {
      one.result = answer();
      on.then?.(one.result as T);
      (one.onsuccess as () => void)?.();
    } catch (error) {
      one.error = error;
      (one.onerror as () => void)?.();
    }
  });
  return one;
};

/** Returns the databases by name. `refuse` makes every write fail, as in a browser whose storage is full. */
export function fakeIndexedDb({ refuse = false } = {}): Map<string, Database> {
  const databases = new Map<string, Database>();
  const openStore = (database: Database) => ({
    get: (id: unknown) => request(() => database.get(id)),
    put: (value: unknown, id: unknown) =>
      request(() => {
        if (refuse) throw new DOMException('full', 'QuotaExceededError');
        database.set(id, value);
      }),
  });
  vi.stubGlobal('indexedDB', {
    open: (name: string) => {
      const one: Record<string, unknown> = {};
      queueMicrotask(() => {
        const isNew = !databases.has(name);
        const rows = databases.get(name) ?? new Map();
        databases.set(name, rows);
        one.result = {
          createObjectStore: () => {},
          close: () => {},
          transaction: () => {
            const transaction: Record<string, unknown> = { objectStore: () => openStore(rows) };
            // After the requests of the transaction.
            setTimeout(() => (transaction.oncomplete as () => void)?.());
            return transaction;
          },
        };
        if (isNew) (one.onupgradeneeded as () => void)?.();
        (one.onsuccess as () => void)?.();
      });
      return one;
    },
    deleteDatabase: (name: string) => request(() => databases.delete(name)),
  });
  return databases;
}
