import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, unreachable } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { renderScreen } from '@/testing/render-screen';
import { amountOf } from '../money-words';
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
  isKeptAfterRefund: false,
  plan: 'monthly',
  endsAt: null,
  unpaidSince: null,
  comparedAt: '2026-11-20T12:00:00Z',
};

const dispute = {
  id: 'i1',
  kind: 'dispute',
  chargeStripeId: 'ch_1',
  subscriptionStripeId: 'sub_1',
  status: 'canceled',
  isOfGift: false,
  amount: 2000,
  currency: 'usd',
  ends: true,
  createdAt: '2026-11-20T12:00:00Z',
};
const noContent = () => new Response(null, { status: 204 });

function open(found: unknown = [unclaimed], handlers = {}) {
  const { sent } = fakeStaff([], {
    '/api/admin/subscriptions': () => answer(200, found),
    '/api/admin/payment-issues': () => answer(200, []),
    '/api/admin/duplicate-subscriptions': () => answer(200, []),
    '/api/admin/gifts': () => answer(200, []),
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

test('what needs attention is listed with advice, and is gone once it is done', async () => {
  let listed = [
    dispute,
    { ...dispute, id: 'i2', kind: 'fraud_warning', ends: false },
    { ...dispute, id: 'i3', kind: 'refund_failed', ends: false },
  ];
  const path = '/api/admin/payment-issues/i1/handled';
  const { user, sent } = open([], {
    '/api/admin/payment-issues': () => answer(200, listed),
    [path]: () => {
      listed = listed.slice(1);
      return noContent();
    },
  });
  expect(await screen.findByText('Disputed: $20.00')).toBeVisible();
  expect(screen.getByText(/Do not refund it besides/)).toBeVisible();
  expect(screen.getAllByText('Ended the subscription')).toHaveLength(1);
  await user.click(screen.getAllByRole('button', { name: 'Done' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByText(/Disputed/)).not.toBeInTheDocument());
  expect(screen.getByText(/Perhaps fraud/)).toBeVisible();
  expect(screen.getByText(/Refund failed/)).toBeVisible();
  expect(sent.some((one) => one.path === path)).toBe(true);
});

const twice = {
  id: 'd1',
  state: 'asked',
  stripeId: 'sub_2',
  keptStripeId: 'sub_1',
  isClaimed: false,
  amount: 0,
  currency: null,
  foundAt: '2026-11-20T12:00:00Z',
};

test('what was perhaps paid twice is refunded after a question', async () => {
  let listed: object[] = [twice];
  const path = '/api/admin/duplicate-subscriptions/d1/refund';
  const { user, sent } = open([], {
    '/api/admin/duplicate-subscriptions': () => answer(200, listed),
    [path]: () => {
      listed = [{ ...twice, state: 'refunded', amount: 2000, currency: 'usd' }];
      return noContent();
    },
  });
  expect(await screen.findByText('Perhaps paid twice')).toBeVisible();
  expect(screen.getByText('second: sub_2')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End and refund' }));
  expect(sent.some((one) => one.path === path)).toBe(false);
  await user.click(screen.getAllByRole('button', { name: 'End and refund' }).at(-1) as HTMLElement);
  expect(await screen.findByText('Refunded: $20.00')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'End and refund' })).not.toBeInTheDocument();
});

test('what was paid twice is taken from the list', async () => {
  let listed: object[] = [{ ...twice, state: 'not_renewed' }];
  const { user } = open([], {
    '/api/admin/duplicate-subscriptions': () => answer(200, listed),
    '/api/admin/duplicate-subscriptions/d1/handled': () => {
      listed = [];
      return noContent();
    },
  });
  expect(await screen.findByText('Could not be refunded')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Nobody is known to pay twice.')).toBeVisible();
});

test('an inquiry is told apart from a dispute', async () => {
  open([], {
    '/api/admin/payment-issues': () =>
      answer(200, [{ ...dispute, kind: 'inquiry', ends: false, status: 'active' }]),
  });
  expect(await screen.findByText('Inquiry: $20.00')).toBeVisible();
  expect(screen.getByText(/Nothing was taken back/)).toBeVisible();
});

test('nothing needs attention', async () => {
  open();
  expect(await screen.findByText(/No dispute, refund or warning/)).toBeVisible();
});

test('a subscription is kept before a refund', async () => {
  const path = '/api/admin/subscriptions/s1/keep';
  const { user, sent } = open([unclaimed], { [path]: noContent });
  await search(user);
  await user.click(await screen.findByRole('button', { name: 'Keep after refund' }));
  await user.click(
    screen.getAllByRole('button', { name: 'Keep after refund' }).at(-1) as HTMLElement,
  );
  await waitFor(() => expect(sent.some((one) => one.path === path)).toBe(true));
});

test.each([
  [2000, 'usd', '$20.00'],
  [500, 'jpy', '¥500'],
])('%i of %s is %s', (amount, currency, words) => {
  expect(amountOf({ amount, currency })).toBe(words);
});
