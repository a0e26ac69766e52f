import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, type Sent, unreachable } from '@/testing/fake-api';
import { auditLine, fakeStaff } from '@/testing/fake-staff';
import { renderScreen } from '@/testing/render-screen';
import { AuditTab } from './audit-tab';

const renderAudit = (handlers = {}) => {
  const { sent } = fakeStaff([], {
    '/api/admin/audit': ({ search }) =>
      answer(
        200,
        search.get('cursor')
          ? { lines: [auditLine(1, { action: 'staff.signed_in' })], next: null }
          : { lines: [auditLine(3), auditLine(2, { action: 'story.revealed' })], next: 2 },
      ),
    ...handlers,
  });
  return { sent, ...renderScreen(<AuditTab />) };
};

test('loading, then the entries, newest first, and more on demand', async () => {
  const { user } = renderAudit();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(await screen.findByText('revealed the original')).toBeVisible();
  const [, first] = screen.getAllByRole('row');
  if (!first) throw new Error('a line should be there');
  expect(within(first).getByText('Ruth')).toBeVisible();
  expect(first).toHaveTextContent('Pending → Approved');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('3 lines shown')).toBeVisible();
});

test('empty: no entry matches', async () => {
  renderAudit({ '/api/admin/audit': () => answer(200, { lines: [], next: null }) });
  expect(await screen.findByText('No lines match this filter.')).toBeVisible();
});

test.each([
  ['error', () => answer(500, { message: 'Something went wrong on our side.' }), 'went wrong'],
  ['offline', unreachable, 'could not be reached'],
])('%s: shows an error', async (_, handler, words) => {
  renderAudit({ '/api/admin/audit': handler });
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
});

test('the filters are sent to the server', async () => {
  const { sent, user } = renderAudit();
  await screen.findByText('revealed the original');
  await user.selectOptions(screen.getByLabelText('What'), 'Revealed the original');
  await user.type(screen.getByLabelText('Staff name'), ' Ruth ');
  await user.type(screen.getByLabelText('From'), '2026-11-20');
  await user.type(screen.getByLabelText('Until'), '2026-11-20');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await screen.findByText('revealed the original');
  const asked = [...sent].reverse().find(({ path }) => path === '/api/admin/audit')?.search;
  expect(Object.fromEntries(asked ?? [])).toEqual({
    action: 'story.revealed',
    actor: 'Ruth',
    from: '2026-11-20T00:00:00.000Z',
    to: '2026-11-21T00:00:00.000Z',
  });
});

test.each([
  [
    { sound: true, lines: 1204, firstBroken: null, unsealed: 0, next: null },
    'The record is whole: 1,204 lines are in order',
  ],
  [
    { sound: true, lines: 9, firstBroken: null, unsealed: 2, next: null },
    '2 lines of an older version have no seal yet',
  ],
  [
    { sound: false, lines: 56, firstBroken: 57, unsealed: 0, next: null },
    'Line 57 was changed or is missing',
  ],
])('verification shows its result', async (verdict, words) => {
  const { user } = renderAudit({ '/api/admin/audit/verify': () => answer(200, verdict) });
  await user.click(screen.getByRole('button', { name: 'Verify the record' }));
  expect(await screen.findByText(words, { exact: false })).toBeVisible();
});

test('a long trail is verified step by step', async () => {
  const step = (lines: number, next: number | null) =>
    answer(200, { sound: true, lines, firstBroken: null, unsealed: 1, next });
  const { user, sent } = renderAudit({
    '/api/admin/audit/verify': ({ search }: Sent) =>
      search.get('after') === '0' ? step(50000, 50000) : step(60000, null),
  });
  await user.click(screen.getByRole('button', { name: 'Verify the record' }));
  expect(await screen.findByText(/60,000 lines are in order.* 2 lines/)).toBeVisible();
  const steps = sent.filter(({ path }) => path === '/api/admin/audit/verify');
  expect(steps.map(({ search }) => search.get('after'))).toEqual(['0', '50000']);
});

test('verification offline shows an error', async () => {
  const { user } = renderAudit({ '/api/admin/audit/verify': unreachable });
  await user.click(screen.getByRole('button', { name: 'Verify the record' }));
  expect(await screen.findByText(/The record could not be checked/)).toBeVisible();
});
