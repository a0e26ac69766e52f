import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer, fakeApi, miriam } from '@/testing/fake-api';
import { standingFixture } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import type { Subscription } from './queries';
import { SubscribeScreen } from './subscribe-screen';

function open(user: typeof miriam | null, standing: Partial<Subscription>) {
  fakeApi({ '/api/subscription': () => answer(200, standingFixture(standing)) });
  return renderScreen(<SubscribeScreen user={user} onPaid={vi.fn()} />);
}

test('an offered payment of somebody who pays already is refunded, not taken', async () => {
  open(miriam, { isOffered: true, isPremium: true, status: 'active' });
  expect(await screen.findByText(/we end this second subscription and refund it/)).toBeVisible();
  expect(screen.queryByText(/Premium starts at once/)).not.toBeInTheDocument();
});

test.each([
  [2000, 'usd', /refunded \$20\.00 to the card/],
  [0, null, /The second one ends, and is not charged again/],
])(
  'the browser that paid a second time reads what became of it: %s',
  async (amount, currency, words) => {
    const paidTwice = { state: 'refunded', amount, currency, foundAt: '', endsAt: null };
    open(null, { paidTwice });
    expect(await screen.findByText(words)).toBeVisible();
  },
);

test('a manual grant says what buying now would add', async () => {
  const given = { ...miriam, isPremium: true, manualPremiumUntil: '2027-03-01T12:00:00Z' };
  open(given, { isPremium: true });
  const notice = await screen.findByText(
    /until March 1, 2027\. Until then, buying it adds nothing/,
  );
  expect(notice).toHaveTextContent('Premium would go on after March 1, 2027');
});
