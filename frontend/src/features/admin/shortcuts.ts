/** Single keys for the moderation of stories. They can be switched off, and the choice stays on this device. */
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { read, remove, write } from '@/lib/storage';

const KEY = 'stillwater:staff-shortcuts';
const OFF = 'off';
const listeners = new Set<() => void>();

export function switchShortcuts(on: boolean): void {
  if (on) remove('local', KEY);
  else write('local', KEY, OFF);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useShortcutsOn = () =>
  useSyncExternalStore(subscribe, () => read('local', KEY) !== OFF);

/** Where letters are typed, they are letters. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)));

/** Listens to single keys while they are on, no dialog is open and nobody is typing. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const on = useShortcutsOn();
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  // A key pressed as soon as something is on screen counts.
  useLayoutEffect(() => {
    if (!on) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const act = latest.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [on]);
}
