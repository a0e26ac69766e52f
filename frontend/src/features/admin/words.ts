/** Formats ids, times and server enums for the staff pages. */
import topics from '@content/topics.json';
import { appName } from '@/lib/product';
import type { AuditLine, Status } from './types';

export const statuses: readonly Status[] = ['pending', 'approved', 'rejected', 'escalated'];

export const statusName: Record<Status, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  escalated: 'Escalated',
};

/** The label of a status. */
export const statusInWords = (status: string) =>
  statuses.includes(status as Status) ? statusName[status as Status] : plain(status);

/** The last eight characters of an id, short enough to say aloud. */
export const tail = (id: string) => id.slice(-8);

const topicNames = new Map(topics.map(({ id, name }) => [id, name]));

export const topicName = (id: string) => topicNames.get(id) ?? id;

/** The severity and category of a crisis text. */
const severities = ['', 'Please check', 'Concern', 'High danger', 'Plan or emergency'];

const dangers: Record<string, string> = {
  suicide_ideation: 'thoughts of suicide',
  suicide_plan: 'a plan for suicide',
  self_harm: 'self-harm',
  domestic_violence: 'violence at home',
  child_abuse: 'child abuse',
  sexual_assault: 'sexual assault',
  medical_emergency: 'a medical emergency',
  harm_others: 'harm to others',
};

export function dangerInWords(severity: number, category: string | null): string | null {
  if (severity <= 0) return null;
  const kind = category ? (dangers[category] ?? plain(category)) : null;
  // Past and possible danger are guesses: nothing is said as a fact.
  if (severity === 1) return kind ? `Please check: may speak of ${kind}` : 'Please check';
  return [severities[severity] ?? 'Danger', kind].filter(Boolean).join(': ');
}

const done: Record<string, string> = {
  'story.submitted': 'submitted the story',
  'story.prepared': 'prepared the story',
  'story.escalated': 'escalated the story',
  'story.approved': 'approved the story',
  'story.rejected': 'rejected the story',
  'story.reopened': 'reopened the story',
  'story.undone': 'undid their last step',
  'story.edited': 'edited the story',
  'story.revealed': 'revealed the original',
  'story.reported': 'reported the story',
  'story.kept': 'kept the story after a report',
  'story.withdrawn': 'withdrew the story',
  'story.deleted': 'deleted the story for its author',
  'user.created': 'signed in for the first time',
  'user.blocked': 'blocked the user',
  'user.unblocked': 'unblocked the user',
  'user.stories_shown': 'looked which stories are a user’s',
  'user.premium_granted': 'granted premium',
  'user.premium_revoked': 'revoked premium',
  'user.subscription_changed': 'changed the subscription',
  'user.subscription_claimed': 'claimed a subscription',
  'user.subscription_declined': 'said that they did not pay for a subscription',
  'subscription.readdressed': 'corrected the address of a subscription',
  'user.subscription_handed_over': 'handed over a subscription',
  'subscription.ended': 'ended a subscription',
  'subscription.kept_after_refund': 'keeps a subscription after a refund',
  'payment.disputed': 'received a dispute',
  'payment.refunded': 'received a refund',
  'payment.suspected': 'received a warning of fraud',
  'payment.inquired': 'received an inquiry of a bank',
  'subscription.paid_twice': 'found a subscription that was paid twice',
  'subscription.asked_twice': 'asked about a second subscription',
  'subscription.duplicate_settled': 'settled a second subscription',
  'subscription.duplicate_handled': 'handled a second subscription',
  'payment.handled': 'handled a payment',
  'gift.paid': 'received the payment of a gift',
  'gift.accepted': 'accepted a gift',
  'gift.handed_over': 'handed over a gift',
  'gift.ended': 'ended a gift',
  'gift.refund_begun': 'gives the money for a gift back',
  'gift.refund_refused': 'could not give the money for a gift back',
  'gift.changed': 'changed a gift',
  'user.renamed': 'changed their name',
  'user.letters_chosen': 'keeps letters with their account',
  'user.letters_ended': 'keeps no letters with their account any more',
  'user.exported': 'downloaded their data',
  'user.deleted': 'deleted their account',
  'document.uploaded': 'uploaded a document',
  'document.processing': 'began to read a document',
  'document.completed': 'finished reading a document',
  'document.failed': 'could not read a document',
  'document.retried': 'retried a document',
  'document.edited': 'changed the title or author of a document',
  'document.deleted': 'deleted a document',
  'prayer.written': 'wrote a prayer',
  'prayer.shared': 'shared a prayer',
  'prayer.unshared': 'stopped sharing a prayer',
  'prayer.answered': 'marked a prayer as answered',
  'prayer.reopened': 'marked a prayer as not answered',
  'prayer.deleted': 'deleted a prayer',
  'prayer.read': 'read a prayer',
  'prayer.prayed': 'prayed',
  'job.retried': 'retried a job',
  'job.discarded': 'discarded a job',
  'staff.signed_in': 'signed in',
  'staff.signed_out': 'signed out',
  'audit.exported': 'exported the audit trail',
};

/** The actions available as audit filter. */
export const auditActions = Object.keys(done);

/** The label of an action, without its actor. */
export const deedInWords = (action: string) => done[action] ?? plain(action);

/** The actor: staff by name, others by kind. */
export function actorInWords({ kind, name }: AuditLine['actor']): string {
  if (kind === 'admin') return name ?? 'Staff';
  return { user: 'A user', guest: 'A guest', system: appName() }[kind] ?? kind;
}

/** A server enum in plain English. */
export const plain = (word: string) => word.replace(/[._]/g, ' ');

const shortDate = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const onlyDate = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

export const moment = (at: string) => shortDate.format(new Date(at));
export const day = (at: string) => onlyDate.format(new Date(at));

const steps: [number, string, string][] = [
  [60, 'second', 'seconds'],
  [60, 'minute', 'minutes'],
  [24, 'hour', 'hours'],
  [Number.POSITIVE_INFINITY, 'day', 'days'],
];

/** A relative time in the largest unit that fits. */
export function age(at: string, now = Date.now()): string {
  let amount = Math.max(0, Math.floor((now - new Date(at).getTime()) / 1000));
  for (const [size, one, many] of steps) {
    if (amount < size) return `${amount} ${amount === 1 ? one : many}`;
    amount = Math.floor(amount / size);
  }
  return '';
}

/** A number in English format. */
export const number = (count: number) => count.toLocaleString('en');

/** A number with its noun. */
export const counted = (count: number, one: string, many: string) =>
  `${number(count)} ${count === 1 ? one : many}`;

/** A file size in its largest unit. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte', 'bytes');
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

const jobs: Record<string, string> = {
  prepare_testimony: 'Prepare a story',
  send_mail: 'Send an email',
  fetch_avatar: 'Fetch a profile picture',
  ingest_document: 'Read a document',
  index_passages: 'Update the search index',
  process_stripe_event: 'Process a message from Stripe',
  end_subscription: 'End a subscription',
  end_duplicate: 'Refund a subscription that was paid twice',
  refund_gift: 'Refund a gift',
  send_push: 'Tell a browser that something waits',
  send_evening_pushes: 'Look where it is evening, for Web Push',
  find_duplicates: 'Look for what somebody pays twice',
  erase_checkouts: 'Erase the address of a deleted account',
  sweep_stripe_events: 'Look for missed messages from Stripe',
  compare_subscriptions: 'Compare subscriptions with Stripe',
  keep_house: 'Tidy up',
  seal_audit: 'Seal the record',
  rehearse: 'Rehearse',
};

/** The label of a kind of job. */
export function jobName(kind: string): string {
  const words = plain(kind);
  return jobs[kind] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
