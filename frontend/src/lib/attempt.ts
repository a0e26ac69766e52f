/** The key that makes a repeated attempt the same one on the server. Like the words it outlives its screen. */
import { draft, dropDraft, keepDraft } from './drafts';

interface Attempt {
  /** The same for as long as the words are. */
  key(): string;
  /** The words were changed, or have arrived: what is sent next is another attempt. */
  forget(): void;
}

/** `name` is that of the draft which holds the key. */
export const attemptAt = (name: string): Attempt => ({
  key() {
    const key = draft<string>(name) ?? crypto.randomUUID();
    keepDraft(name, key);
    return key;
  },
  forget: () => dropDraft(name),
});
