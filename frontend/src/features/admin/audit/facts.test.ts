import { expect, test } from 'vitest';
import { factsInWords } from './facts';

test.each([
  [
    'story.approved',
    { from: 'pending', to: 'approved', others: 11 },
    'Pending → Approved, with 11 others',
  ],
  [
    'story.approved',
    { from: 'pending', to: 'approved', others: 1 },
    'Pending → Approved, with 1 other',
  ],
  ['story.approved', { from: 'pending', to: 'approved', others: 0 }, 'Pending → Approved'],
  [
    'story.approved',
    { from: 'pending', to: 'approved', together: 'with others' },
    'Pending → Approved, with others',
  ],
  [
    'story.undone',
    { from: 'approved', to: 'pending', reason: 'undone' },
    'Approved → Pending, undone',
  ],
  ['story.submitted', { status: 'escalated' }, 'Escalated'],
  ['story.prepared', { risk: 'low' }, 'Low privacy risk'],
  ['story.escalated', { severity: 4 }, 'Plan or emergency'],
  ['story.edited', { redacted_text: 'changed', topics: 'changed' }, 'Text, topics'],
  [
    'story.reported',
    { reports: 2, hidden: 'until staff have looked' },
    '2 reports, hidden until staff have looked',
  ],
  ['user.premium_granted', { months: 1 }, '1 month'],
  ['user.blocked', { sessions: 0 }, ''],
  ['user.blocked', { sessions: 2 }, '2 sessions ended'],
  [
    'user.subscription_changed',
    { status: 'past_due', subscription: '0193b2a4-0000-7000-8000-00000000cccc' },
    'Payment late, subscription …0000cccc',
  ],
  [
    'user.deleted',
    { stories: 3, prayers: 0, subscription: 'cancelling' },
    '3 stories, subscription cancelling',
  ],
  ['payment.refunded', { cents: 2000 }, '20.00'],
  ['subscription.duplicate_settled', { outcome: 'not_renewed', cents: 0 }, 'Does not renew, 0.00'],
  ['document.uploaded', { size: 1_500_000 }, '1.5 MB'],
  ['job.retried', { failures: 3 }, 'After 3 failures'],
  ['staff.signed_in', {}, ''],
  [
    'audit.exported',
    { lines: 1204, group: 'operation', subject: '0193b2a4-0000-7000-8000-00000000cccc' },
    '1,204 lines, only documents & jobs, about …0000cccc',
  ],
  ['audit.exported', { lines: 1, action: 'job.retried' }, '1 line, only “retried a job”'],
  ['story.praised', { new_fact: 'some_word' }, 'New fact: some word'],
])('%s %o reads “%s”', (action, details, words) => {
  expect(factsInWords({ action, details: details as never })).toBe(words);
});
