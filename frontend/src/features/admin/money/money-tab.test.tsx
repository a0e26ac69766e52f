import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, unreachable } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { renderScreen } from '@/testing/render-screen';
import { MoneyTab } from './money-tab';

const unclaimed = {
  id: 's1',
  stripeId: 'sub_1',
  customerStripeId: 'cus_1',
  email: 'ana@gmial.example',
  status: 'active',
  createdAt: '2026-11-20T12:00:00Z',
  periodEnd: '2026-12-20T12:00:00Z',
  isClaimed: false,
  isEnding: false,
};
const noContent = () => new Response(null, { status: 204 });

function open(found: unknown = [unclaimed], handlers = {}) {
  const { sent } = fakeStaff([], {
    '/api/admin/subscriptions': () => answer(200, found),
    ...handlers,
  });
  return { sent, ...renderScreen(<MoneyTab />) };
}

async function search(user: ReturnType<typeof open>['user']) {
  await user.type(screen.getByRole('searchbox'), ' ana@gmial.example ');
  await user.click(screen.getByRole('button', { name: 'Search' }));
}

test('nothing is searched before something is typed; then what is found is shown', async () => {
  const { user, sent } = open();
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(sent.some(({ path }) => path === '/api/admin/subscriptions')).toBe(false);
  await search(user);
  expect(await screen.findByText('1 subscription')).toBeVisible();
  expect(screen.getByText('Unclaimed')).toBeVisible();
  expect(screen.getByText('Stripe: active')).toBeVisible();
  expect(sent.at(-1)?.search.get('query')).toBe('ana@gmial.example');
});

test('an unclaimed subscription is handed over to a proven address', async () => {
  const path = '/api/admin/subscriptions/s1/hand-over';
  const { user, sent } = open([unclaimed], { [path]: noContent });
  await search(user);
  await user.click(await screen.findByRole('button', { name: 'Hand over' }));
  const confirm = () => screen.getAllByRole('button', { name: 'Hand over' }).at(-1) as HTMLElement;
  await user.click(confirm());
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter the address');
  await user.type(screen.getByLabelText('Their address'), 'ana@gmail.example');
  await user.click(confirm());
  expect(await screen.findByText(/They have Premium now/)).toBeVisible();
  expect(sent.find((one) => one.path === path)?.body).toEqual({ email: 'ana@gmail.example' });
});

test('an address that nobody has proven is refused with the reason', async () => {
  const { user } = open([unclaimed], {
    '/api/admin/subscriptions/s1/hand-over': () =>
      answer(422, { fields: { email: 'Nobody has signed in with this address yet.' } }),
  });
  await search(user);
  await user.click(await screen.findByRole('button', { name: 'Hand over' }));
  await user.type(screen.getByLabelText('Their address'), 'ana@gmail.example');
  await user.click(screen.getAllByRole('button', { name: 'Hand over' }).at(-1) as HTMLElement);
  expect(await screen.findByRole('alert')).toHaveTextContent('Nobody has signed in');
});

test('a subscription is ended after a question', async () => {
  const path = '/api/admin/subscriptions/s1/end';
  const { user, sent } = open([unclaimed], { [path]: noContent });
  await search(user);
  await user.click(await screen.findByRole('button', { name: 'End it' }));
  expect(sent.some((one) => one.path === path)).toBe(false);
  await user.click(screen.getAllByRole('button', { name: 'End it' }).at(-1) as HTMLElement);
  await waitFor(() => expect(sent.some((one) => one.path === path)).toBe(true));
  expect(await screen.findByText(/It is ending/)).toBeVisible();
});

test('what has ended or has an owner offers no wrong action', async () => {
  const { user } = open([
    { ...unclaimed, id: 's2', status: 'canceled' },
    { ...unclaimed, id: 's3', isClaimed: true, isEnding: true },
    { ...unclaimed, id: 's4', status: 'incomplete', isEnding: true },
  ]);
  await search(user);
  await screen.findByText('3 subscriptions');
  expect(screen.getAllByRole('button', { name: 'Hand over' })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'End it' })).not.toBeInTheDocument();
  expect(screen.getByText('Has an owner')).toBeVisible();
});

test.each([
  ['empty', () => answer(200, []), 'Nothing was found'],
  ['offline', unreachable, 'could not be reached'],
])('%s: says so', async (_, handler, words) => {
  const { user } = open([], { '/api/admin/subscriptions': handler });
  await search(user);
  expect(await screen.findByText(new RegExp(words))).toBeVisible();
});
