/** The theme: the system's until the visitor chooses; the choice stays on this device. */
import { useSyncExternalStore } from 'react';
import { keepTheme, type Theme } from './remembered';

const listeners = new Set<() => void>();
const systemIsDark = () => window.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false;

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return systemIsDark() ? 'dark' : 'light';
}

export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  keepTheme(theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  const system = window.matchMedia?.('(prefers-color-scheme: dark)');
  system?.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system?.removeEventListener('change', listener);
  };
}

export const useTheme = () => useSyncExternalStore(subscribe, currentTheme);
