import { useState } from 'react';
import { draft, dropDraft, keepDraft } from './drafts';

/** State of a text field that survives unmounting. */
export function useDraft(name: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => draft<string>(name) ?? '');
  const keep = (next: string) => {
    setText(next);
    if (next === '') dropDraft(name);
    else keepDraft(name, next);
  };
  return [text, keep];
}
