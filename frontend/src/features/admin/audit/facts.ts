/** The facts of an audit line in words: `Pending → Approved, with 11 others`. */
import type { AuditLine } from '../types';
import {
  counted,
  dangerInWords,
  deedInWords,
  plain,
  sizeInWords,
  statusInWords,
  tail,
} from '../words';
import { groupName } from './groups';

type Details = Record<string, unknown>;

/** Names of statuses of a subscription at Stripe that do not speak for themselves. */
const billing: Record<string, string> = {
  past_due: 'payment late',
  incomplete: 'not paid yet',
  incomplete_expired: 'never paid',
};

const outcomes: Record<string, string> = {
  not_renewed: 'does not renew',
  dismissed: 'was none',
};

/** How each fact reads. A number that counts nothing is left out. */
const facts: Record<string, (value: string, action: string) => string | null> = {
  status: (word, action) =>
    action.startsWith('story.') ? statusInWords(word) : (billing[word] ?? plain(word)),
  severity: (number) => dangerInWords(Number(number), null),
  risk: (word) => `${plain(word)} privacy risk`,
  others: (number) => some(number, 'with 1 other', (count) => `with ${count} others`),
  together: (word) => word,
  reports: (number) => counted(Number(number), 'report', 'reports'),
  hidden: (word) => `hidden ${word}`,
  months: (number) => counted(Number(number), 'month', 'months'),
  sessions: (number) => some(number, '1 session ended', (count) => `${count} sessions ended`),
  stories: (number) => some(number, '1 story', (count) => `${count} stories`),
  prayers: (number) => some(number, '1 prayer', (count) => `${count} prayers`),
  failures: (number) => some(number, 'after 1 failure', (count) => `after ${count} failures`),
  size: (bytes) => sizeInWords(Number(bytes)),
  // An amount has two decimals in nearly every currency; the line does not say which one it is.
  cents: (cents) => (Number(cents) / 100).toFixed(2),
  outcome: (word) => outcomes[word] ?? plain(word),
  subscription: (value) =>
    value.includes('-') ? `subscription …${tail(value)}` : `subscription ${plain(value)}`,
  reason: (word) => plain(word),
  because: (word) => word,
  blocked: (word) => `blocked ${word}`,
  redacted_text: () => 'text',
  topics: () => 'topics',
  internal_note: () => 'note',
  lines: (number) => counted(Number(number), 'line', 'lines'),
  group: (word) => `only ${groupName(word)}`,
  action: (word) => `only “${deedInWords(word)}”`,
  subject: (id) => `about …${tail(id)}`,
};

export function factsInWords({ action, details }: Pick<AuditLine, 'action' | 'details'>): string {
  const { from, to, ...rest } = details as Details;
  const step =
    from === undefined || to === undefined
      ? []
      : [`${statusInWords(String(from))} → ${statusInWords(String(to))}`];
  const others = Object.entries(rest).map(([name, value]) => {
    const inWords = facts[name];
    return inWords ? inWords(String(value), action) : `${plain(name)}: ${plain(String(value))}`;
  });
  const words = [...step, ...others].filter(Boolean).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function some(value: string, one: string, many: (count: string) => string): string | null {
  const count = Number(value);
  if (count === 0) return null;
  return count === 1 ? one : many(count.toLocaleString('en'));
}
