import { useSyncExternalStore } from 'react';
import { keptText, onKeptChange } from './kept-letter';

/** What is kept of the last guidance on this device, drawn again when that changes. */
export const useKept = (): string | null => useSyncExternalStore(onKeptChange, keptText);
