/** Names of drafts on the staff pages. */
import type { Action } from '../types';

export const reasonDraft = (action: Action, id: string) => `staff:${action}:${id}`;
export const textDraft = (id: string) => `staff:text:${id}`;
export const noteDraft = (id: string) => `staff:note:${id}`;

/** All drafts about a story. */
export const draftsOf = (id: string) => [
  reasonDraft('reject', id),
  reasonDraft('reopen', id),
  textDraft(id),
  noteDraft(id),
];
