/** Context for opening the two global dialogs from any screen; the app provides it. */
import { createContext, use } from 'react';
import type { CrisisResources } from './api/types';

export interface Dialogs {
  /** Opens the crisis dialog. `encouragement` is offered below the helplines, never instead of them. */
  showCrisis(resources: CrisisResources | null, encouragement?: () => void): void;
  /** Opens the crisis dialog with the bundled helplines, for a crisis detected in the browser. */
  showBundledHelp(category: string): void;
  /** Opens the upgrade dialog; `resetsAt` is set when the daily limit led here. */
  showUpgrade(resetsAt?: string | null): void;
}

export const DialogsContext = createContext<Dialogs>({
  showCrisis() {},
  showBundledHelp() {},
  showUpgrade() {},
});

export const useDialogs = () => use(DialogsContext);
