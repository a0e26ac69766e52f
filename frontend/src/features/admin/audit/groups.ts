/** The groups of actions in the audit trail, as the server sorts them (`Group` in `shared/src/base/audit/action.rs`). */
import { plain } from '../words';
import { words } from './audit-words';

export const groups = ['stories', 'users', 'money', 'prayers', 'staff', 'operation'] as const;
type Group = (typeof groups)[number];

export function groupOf(action: string): Group {
  const [noun = '', deed = ''] = action.split('.');
  if (noun === 'story') return 'stories';
  if (noun === 'user') return /^(premium|subscription)_/.test(deed) ? 'money' : 'users';
  if (['subscription', 'payment', 'gift'].includes(noun)) return 'money';
  if (noun === 'prayer') return 'prayers';
  return ['document', 'job'].includes(noun) ? 'operation' : 'staff';
}

/** The name of a group inside a sentence. */
export const groupName = (group: string) =>
  (words.groups[group as Group] ?? plain(group)).toLowerCase();
