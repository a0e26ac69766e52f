/** Single-key shortcuts for moderation. They can be switched off; the choice stays on this device. */
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

/** In text fields, keys type text. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)));

/** Listens to shortcuts while they are on, no dialog is open and no text field has focus. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const on = useShortcutsOn();
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  // A layout effect, so that a key works as soon as the screen is painted.
  useLayoutEffect(() => {
    if (!on) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      // Shift is for signs such as `?`; Caps Lock changes nothing.
      if (event.shiftKey && /^\p{L}$/u.test(event.key)) return;
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
