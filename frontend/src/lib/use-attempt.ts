/** The key that makes a repeated attempt the same one on the server. Like the words it outlives its screen. */
import { useRef } from 'react';
import { draft, dropDraft, keepDraft } from './drafts';

interface Attempt {
  body: string;
  key: string;
}

const NONE: Attempt = { body: '', key: '' };

interface UseAttempt {
  /** The same words sent again are the same attempt; changed words are a new one. */
  keyOf(sent: object): string;
  /** The same words another day are another attempt. */
  forget(): void;
}

/** `name` is that of the draft which holds the key. */
export function useAttempt(name: string): UseAttempt {
  const attempt = useRef(draft<Attempt>(name) ?? NONE);
  return {
    keyOf(sent) {
      const body = JSON.stringify(sent);
      if (attempt.current.body !== body) attempt.current = { body, key: crypto.randomUUID() };
      keepDraft(name, attempt.current);
      return attempt.current.key;
    },
    forget() {
      attempt.current = NONE;
      dropDraft(name);
    },
  };
}
