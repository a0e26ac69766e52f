/** How any screen opens the two dialogs which belong to no screen. The app provides them. */
import { createContext, use } from 'react';
import type { CrisisResources } from './api/types';

export interface Dialogs {
  /** Shows help at once. `encouragement` is offered below it, never instead of it. */
  showCrisis(resources: CrisisResources | null, encouragement?: () => void): void;
  /** Shows the help that comes with the app, for a danger which was seen in the browser. */
  showBundledHelp(category: string): void;
  /** Says what the paid plan is; `resetsAt` when the day's limit led here. */
  showUpgrade(resetsAt?: string | null): void;
}

export const DialogsContext = createContext<Dialogs>({
  showCrisis() {},
  showBundledHelp() {},
  showUpgrade() {},
});

export const useDialogs = () => use(DialogsContext);
