/** State of the single toast. It says what the page does not; the reason of an error stands on the page, where it stays. */
import { useSyncExternalStore } from 'react';

export interface ToastContent {
  title: string;
  description?: string;
  tone?: 'plain' | 'destructive';
  /** Duration in milliseconds. */
  duration?: number;
}

interface ToastEntry extends ToastContent {
  id: number;
  open: boolean;
}

export const DEFAULT_DURATION = 5000;
/** A dismissed toast stays in memory this long, as specified, so that its exit animation is never cut short. */
export const REMOVAL_DELAY = 1_000_000;

let entry: ToastEntry | null = null;
let nextId = 1;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ToastEntry | null) {
  entry = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the previous one. */
export function showToast(content: ToastContent): void {
  clearTimeout(removal);
  set({ ...content, id: nextId++, open: true });
}

/** Closes the toast; it is removed after `REMOVAL_DELAY`. */
export function dismissToast(id: number): void {
  if (entry?.id !== id || !entry.open) return;
  set({ ...entry, open: false });
  clearTimeout(removal);
  removal = setTimeout(() => set(null), REMOVAL_DELAY);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useToast = () => useSyncExternalStore(subscribe, () => entry);
