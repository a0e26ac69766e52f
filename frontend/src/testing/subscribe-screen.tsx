import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { Subscription } from '@/features/subscription/queries';
import { SubscribeScreen } from '@/features/subscription/subscribe-screen';
import type { User } from '@/lib/api/types';
import { answer, fakeApi } from './fake-api';
import { fakeStripe } from './fake-stripe';
import { standingFixture } from './fixtures';
import { renderScreen } from './render-screen';
import { Toasts } from './toasts';

export const begun = (body: object) => ({ '/api/create-subscription': () => answer(200, body) });

/** Opens the screen. */
export function openSubscribe(
  api: Parameters<typeof fakeApi>[0] = {},
  user: User | null | undefined = null,
  change: Partial<Subscription> = {},
) {
  const onPaid = vi.fn();
  const stripe = fakeStripe();
  const sent = fakeApi({ '/api/subscription': () => answer(200, standingFixture(change)), ...api });
  const rendered = renderScreen(
    <>
      <SubscribeScreen user={user} onPaid={onPaid} />
      <Toasts />
    </>,
  );
  return { ...rendered, onPaid, stripe, sent };
}
export const email = () => screen.findByLabelText('Email');
export const next = () => screen.getByRole('button', { name: 'Continue to Payment' });
export const pay = () => screen.getByRole('button', { name: 'Subscribe Now - $20/month' });

/** Completes step 1; the script is loaded once for all tests. */
export async function toPayment(result = begun({ clientSecret: 'pi_1_secret_2' })) {
  const opened = openSubscribe(result);
  await opened.user.type(await email(), 'ruth@example.org');
  await opened.user.click(next());
  await screen.findByRole('heading', { name: /Payment$/ });
  return opened;
}
