import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { speak, translated } from '@/lib/language';
import { answer, fakeApi, unreachable } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { PremiumDialog, type PremiumDialogProps } from './premium-dialog';
import { premium, upgrade } from './words';
import { premiumInSpanish } from './words.es';

type Owner = PremiumDialogProps['owner'];

const subscriber: Owner = {
  isPremium: true,
  manualPremiumUntil: null,
  subscriptionStatus: 'active',
};
const DAY = '2027-01-21T12:00:00Z';
const none = { status: 'active', renewsAt: null, cancelsAt: null, graceUntil: null };

afterEach(() => speak('en', new Map()));

function open(owner: Partial<Owner> = {}, standing: object | null = {}) {
  fakeApi({
    '/api/subscription': () => (standing ? answer(200, { ...none, ...standing }) : unreachable()),
  });
  const onClose = vi.fn();
  const shown = { ...subscriber, ...owner };
  const rendered = renderScreen(<PremiumDialog owner={shown} onClose={onClose} />);
  return { ...rendered, onClose };
}

test.each([
  ['renews', {}, { renewsAt: DAY }, 'It renews on January 21, 2027'],
  ['is canceled', {}, { cancelsAt: DAY }, 'stays on until January 21, 2027'],
  ['is late', {}, { graceUntil: DAY }, 'stays on until January 21, 2027'],
  [
    'is a gift',
    { subscriptionStatus: null, manualPremiumUntil: '2999-01-21T12:00:00Z' },
    {},
    'A gift from our team, good until January 21, 2999',
  ],
  ['is on, and Stripe is down', {}, null, 'Premium is on.'],
  ['is paused', { isPremium: false, subscriptionStatus: 'unpaid' }, {}, 'Premium is paused.'],
])('premium that %s says until when and never a price', async (_, owner, standing, words) => {
  open(owner, standing);
  const dialog = screen.getByRole('dialog', { name: 'Your Premium' });
  expect(await screen.findByText(new RegExp(words))).toBeVisible();
  expect(dialog).not.toHaveTextContent('$');
  expect(dialog).not.toHaveTextContent(upgrade.now);
});

test('leads to prayers, library and profile', async () => {
  const { user, onClose } = open();
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(ways).toEqual(['/prayers', '/library', '/profile']);
  await user.click(screen.getByRole('link', { name: 'Your prayers' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('speaks Spanish', async () => {
  speak('es', new Map([translated(premium, premiumInSpanish)]));
  open();
  expect(screen.getByRole('dialog', { name: 'Tu Premium' })).toBeVisible();
});
