import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, unreachable } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { renderScreen } from '@/testing/render-screen';
import { Gifts } from './gifts';

const paid = {
  id: 'g1',
  stripeId: 'pi_1',
  email: 'ana@mail.example',
  state: 'paid',
  amount: 20000,
  paidAt: '2026-11-20T12:00:00Z',
  expiresAt: '2031-11-20T12:00:00Z',
  usedAt: null,
};
const used = { ...paid, id: 'g2', state: 'used', usedAt: '2026-12-24T12:00:00Z' };
const noContent = () => new Response(null, { status: 204 });

function open(found: unknown, handlers = {}) {
  const { sent } = fakeStaff([], { '/api/admin/gifts': () => answer(200, found), ...handlers });
  return { sent, ...renderScreen(<Gifts />) };
}
const actionsOf = async (place: number) => {
  const rows = within(await screen.findByRole('list', { name: 'Gifts' })).getAllByRole('listitem');
  return within(rows[place] as HTMLElement)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);
};

test('where nobody has given anything there is nothing to see', async () => {
  const { sent } = open([]);
  await expect.poll(() => sent.some(({ path }) => path === '/api/admin/gifts')).toBe(true);
  expect(screen.queryByRole('heading')).not.toBeInTheDocument();
});

test('an error is shown', async () => {
  open([], { '/api/admin/gifts': unreachable });
  expect(await screen.findByRole('alert')).toBeVisible();
});

test('each gift has the actions of its state', async () => {
  open([paid, used, { ...paid, id: 'g3', state: 'refunded' }]);
  expect(await screen.findByText('3 gifts')).toBeVisible();
  expect(screen.getByText('Not used yet')).toBeVisible();
  expect(await actionsOf(0)).toEqual(['Hand over', 'Refund', 'End it']);
  expect(await actionsOf(1)).toEqual(['End it']);
  expect(await actionsOf(2)).toEqual([]);
});

test.each([
  ['Refund', '/api/admin/gifts/g1/refund', /It is being refunded/],
  ['End it', '/api/admin/gifts/g1/end', /It has ended/],
])('%s asks first', async (name, path, done) => {
  const { user, sent } = open([paid], { [path]: noContent });
  await user.click(await screen.findByRole('button', { name }));
  expect(sent.some((one) => one.path === path)).toBe(false);
  await user.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement);
  expect(await screen.findByText(done)).toBeVisible();
  expect(sent.filter((one) => one.path === path)).toHaveLength(1);
});

test('an unused gift is handed over to a proven address', async () => {
  const path = '/api/admin/gifts/g1/hand-over';
  const { user, sent } = open([paid], { [path]: noContent });
  await user.click(await screen.findByRole('button', { name: 'Hand over' }));
  expect(screen.getByText(/because the link is lost/)).toBeVisible();
  await user.type(screen.getByLabelText('Their address'), 'ruth@mail.example');
  await user.click(screen.getAllByRole('button', { name: 'Hand over' }).at(-1) as HTMLElement);
  expect(await screen.findByText(/They have Premium now/)).toBeVisible();
  expect(sent.find((one) => one.path === path)?.body).toEqual({ email: 'ruth@mail.example' });
});

test('a gift that was used meanwhile is not refunded, and staff read why', async () => {
  const { user } = open([paid], {
    '/api/admin/gifts/g1/refund': () =>
      answer(409, { code: 'CONFLICT', message: 'This has changed in the meantime.' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Refund' }));
  await user.click(screen.getAllByRole('button', { name: 'Refund' }).at(-1) as HTMLElement);
  expect(await screen.findByText(/changed in the meantime/)).toBeVisible();
});

test('gifts are found by an address', async () => {
  const { user, sent } = open([paid]);
  await user.type(await screen.findByRole('searchbox'), ' ana@mail.example ');
  await user.click(screen.getByRole('button', { name: 'Search gifts' }));
  await expect.poll(() => sent.at(-1)?.search.get('query')).toBe('ana@mail.example');
});
