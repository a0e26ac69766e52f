import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { User } from '@/lib/api/types';
import { answer, fakeApi, miriam } from '@/testing/fake-api';
import { standingFixture } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import { PlanCard } from './plan-card';

const subscriber: Partial<User> = {
  isPremium: true,
  subscriptionStatus: 'active',
  stripeCustomerId: 'cus_1',
};
const unpaid: Partial<User> = { ...subscriber, isPremium: false };

const standing = (change = {}) => ({
  '/api/subscription': () =>
    answer(200, standingFixture({ status: 'active', renewsAt: '2026-12-21T12:00:00Z', ...change })),
});

async function planOf(change: Partial<User>, api: ReturnType<typeof standing>) {
  fakeApi(api);
  return renderScreen(<PlanCard user={{ ...miriam, ...change }} />);
}

test('a subscriber is shown no price: a coupon or another price may apply', async () => {
  await planOf(subscriber, standing());
  expect(await screen.findByText(/Renews on/)).toBeVisible();
  expect(screen.queryByText(/\$/)).not.toBeInTheDocument();
});

test('a trial shows until when it is free', async () => {
  await planOf({ ...subscriber, subscriptionStatus: 'trialing' }, standing({ status: 'trialing' }));
  expect(await screen.findByText(/Free until/)).toHaveTextContent(
    'Free until December 21, 2026, then it renews every month until you cancel',
  );
});

test.each([
  ['yearly', 'active', 'Renews on December 21, 2026 and every year until you cancel'],
  ['yearly', 'trialing', 'Free until December 21, 2026, then it renews every year until'],
  ['monthly', 'active', 'Renews on December 21, 2026 and every month until you cancel'],
  ['other', 'active', 'Renews on December 21, 2026 until you cancel'],
])('the %s plan, %s: how often it renews, and when', async (name, status, words) => {
  await planOf({ ...subscriber, subscriptionStatus: status }, standing({ plan: name, status }));
  expect(await screen.findByText(/December 21, 2026/)).toBeVisible();
  expect(document.body).toHaveTextContent(words);
});

test('a gift shows until when it lasts, or that it waits', async () => {
  await planOf(
    { isPremium: true },
    standing({ status: null, renewsAt: null, giftUntil: '2027-11-26T12:00:00Z' }),
  );
  expect(await screen.findByText(/Premium as a gift, until/)).toHaveTextContent(
    'Premium as a gift, until November 26, 2027. It ends on its own',
  );
});

test('a gift of a subscriber waits', async () => {
  await planOf(subscriber, standing({ giftDays: 365 }));
  expect(await screen.findByText(/You were given 365 days of Premium\. They wait/)).toBeVisible();
});

test('paused billing shows until when Premium is paid, and offers no second purchase', async () => {
  await planOf(
    { ...subscriber, subscriptionStatus: 'paused' },
    standing({ status: 'paused', renewsAt: null, graceUntil: '2026-11-28T12:00:00Z' }),
  );
  expect(await screen.findByText('November 28, 2026')).toBeVisible();
  expect(screen.getByText('Billing is paused')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Upgrade to Premium' })).not.toBeInTheDocument();
});

test('paused billing after the paid month promises no Premium', async () => {
  const { user } = await planOf(
    { ...unpaid, subscriptionStatus: 'paused' },
    standing({ status: 'paused', renewsAt: null, graceUntil: '2026-11-01T12:00:00Z' }),
  );
  expect(screen.getByText('Billing is paused')).toBeVisible();
  expect(screen.queryByText(/until/)).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
  expect(screen.getByText(/You will not be charged again\. You can still/)).toBeVisible();
});

test('a payment offered to the user is announced without a word about the payer', async () => {
  await planOf({}, standing({ status: null, renewsAt: null, isOffered: true }));
  expect(
    await screen.findByText('Somebody paid for Premium with your email address'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Was it you?' })).toHaveAttribute('href', '/subscribe');
});

test.each([
  [{ state: 'refunded', amount: 2000, currency: 'usd' }, /refunded \$20\.00 to its card/],
  [{ state: 'refunded', amount: 0, currency: null }, /Nothing was paid twice/],
  [{ state: 'ending', amount: 0, currency: null }, /We are ending the second subscription/],
  [{ state: 'not_renewed', amount: 0, currency: null }, /ends on December 21, 2026.*write to us/],
])('a second subscription is explained: %j', async (found, words) => {
  const paidTwice = { ...found, foundAt: '2026-11-21T12:00:00Z', endsAt: '2026-12-21T12:00:00Z' };
  await planOf(subscriber, standing({ paidTwice }));
  expect(await screen.findByText('You had paid twice')).toBeVisible();
  expect(screen.getByText(words)).toBeVisible();
});

test('nobody who paid once reads of a second subscription', async () => {
  await planOf(subscriber, standing());
  await screen.findByText(/Renews on/);
  expect(screen.queryByText('You had paid twice')).not.toBeInTheDocument();
});
