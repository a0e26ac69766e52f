import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, unreachable } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { renderScreen } from '@/testing/render-screen';
import { PrayersTab } from './prayers-tab';

const prayers = [
  { id: 'p1', text: 'For rain.', createdAt: '2026-11-20T12:00:00Z', prayedAt: null },
  {
    id: 'p2',
    text: 'للسلام',
    createdAt: '2026-11-19T12:00:00Z',
    prayedAt: '2026-11-20T13:00:00Z',
  },
];

function open(handlers = {}, total = 2) {
  const { sent } = fakeStaff([], {
    '/api/admin/prayers': () => answer(200, { prayers, total }),
    ...handlers,
  });
  return { sent, ...renderScreen(<PrayersTab />) };
}
const lists = (sent: ReturnType<typeof open>['sent']) =>
  sent.filter(({ path }) => path === '/api/admin/prayers');

test('loading, then the prayers and which were prayed for', async () => {
  open();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(await screen.findByText('For rain.')).toBeVisible();
  expect(screen.getByText(/, prayed for/)).toBeVisible();
  expect(screen.getByText('2 prayers shared')).toBeVisible();
});

test('empty: no shared prayers', async () => {
  open({ '/api/admin/prayers': () => answer(200, { prayers: [], total: 0 }) });
  expect(await screen.findByText(/Nobody is waiting for a prayer/)).toBeVisible();
});

test.each([
  ['error', () => answer(503, { message: 'Please try again in a moment.' }), 'in a moment'],
  ['offline', unreachable, 'could not be reached'],
])('%s: shows an error', async (_, handler, words) => {
  open({ '/api/admin/prayers': handler });
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
});

test('“Prayed for” is saved without refetching the list', async () => {
  const { user, sent } = open({
    '/api/admin/prayers/p1/prayed': () => new Response(null, { status: 204 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Prayed for' }));
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Prayed for again' })).toHaveLength(2),
  );
  expect(lists(sent)).toHaveLength(1);
});

test('a prayer withdrawn meanwhile shows an error', async () => {
  const { user } = open({
    '/api/admin/prayers/p1/prayed': () => answer(404, { message: 'That is not here.' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Prayed for' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('That is not here.');
});

test('pagination', async () => {
  const { user, sent } = open({}, 41);
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() => expect(lists(sent).at(-1)?.search.get('page')).toBe('2'));
  expect(await screen.findByText('41 prayers shared, page 2 of 3')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous' })).toBeEnabled();
});
