/** How any screen opens the two dialogs which belong to no screen. The app provides them. */
import { createContext, use } from 'react';
import type { CrisisResources } from './api/types';

export interface Dialogs {
  /** Shows help at once. `encouragement` is offered below it, never instead of it. */
  showCrisis(resources: CrisisResources | null, encouragement?: () => void): void;
  /** Says what the paid plan is; `resetsAt` when the day's limit led here. */
  showUpgrade(resetsAt?: string | null): void;
}

export const DialogsContext = createContext<Dialogs>({ showCrisis() {}, showUpgrade() {} });

export const useDialogs = () => use(DialogsContext);
