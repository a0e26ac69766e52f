/** The idempotency key of a form: the server treats a retry with the same key as the same request. */
import { draft, dropDraft, keepDraft } from './drafts';

interface IdempotencyKey {
  /** The same key until `forget` is called. */
  get(): string;
  /** Called after the text has changed or has arrived: the next request is a new one. */
  forget(): void;
}

/** The key is a draft called `name`, so it outlives the screen, as the text does. */
export const storedIdempotencyKey = (name: string): IdempotencyKey => ({
  get() {
    const key = draft<string>(name) ?? crypto.randomUUID();
    keepDraft(name, key);
    return key;
  },
  forget: () => dropDraft(name),
});
