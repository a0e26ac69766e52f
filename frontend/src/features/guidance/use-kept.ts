import { useSyncExternalStore } from 'react';
import { keptText, onKeptChange } from './kept-letter';

/** The saved letter as React state. */
export const useKept = (): string | null => useSyncExternalStore(onKeptChange, keptText);
