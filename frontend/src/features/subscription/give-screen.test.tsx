import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '@/lib/api/types';
import { answer, fakeApi, miriam, unreachable, waiting } from '@/testing/fake-api';
import { fakeStripe, scriptEnds } from '@/testing/fake-stripe';
import { renderScreen } from '@/testing/render-screen';
import { GiveScreen } from './give-screen';
import type { OwnGift } from './queries';

const CODE = 'ABCDE-FGHJK-MNPQR-STVWX';
const usable: OwnGift = {
  id: 'g1',
  state: 'paid',
  amount: 20000,
  paidAt: '2026-11-26T12:00:00Z',
  usedAt: null,
  expiresAt: '2031-11-26T12:00:00Z',
  code: CODE,
};
const sold = { available: true, yearlyPrice: 20000, publishableKey: 'pk_test_1', standIn: false };

function open(
  api: Parameters<typeof fakeApi>[0] = {},
  { gifts = [], user = null }: { gifts?: OwnGift[]; user?: User | null } = {},
) {
  const stripe = fakeStripe();
  const sent = fakeApi({
    '/api/subscription': () => answer(200, sold),
    '/api/gifts': () => answer(200, gifts),
    ...api,
  });
  return { ...renderScreen(<GiveScreen user={user} />), stripe, sent };
}

beforeEach(() => window.history.replaceState(null, '', '/subscribe/gift'));

test('what a gift is, with its price, stands above the form', async () => {
  open();
  expect(await screen.findByText(/One payment of \$200\. It does not renew/)).toBeVisible();
  expect(screen.getByText(/We write to nobody but you/)).toBeVisible();
  expect(screen.getByText(/As long as nobody has used the link/)).toBeVisible();
});

test('loading is announced', () => {
  open({ '/api/gifts': waiting });
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
});

test.each([
  ['error', () => answer(503, { message: 'Please try again in a moment.' }), 'in a moment'],
  ['offline', unreachable, 'could not be reached'],
])('%s: shows an error', async (_, reply, words) => {
  open({ '/api/gifts': reply });
  expect((await screen.findAllByText(new RegExp(words)))[0]).toBeVisible();
});

test('where years are not sold there is no form, and a paid gift stays visible', async () => {
  open(
    { '/api/subscription': () => answer(200, { ...sold, yearlyPrice: null }) },
    { gifts: [usable] },
  );
  expect(await screen.findByText('Gifts cannot be bought here')).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.getByText(`${window.location.origin}/gift/${CODE}`)).toBeVisible();
});

test('a blocked account cannot pay', async () => {
  open({}, { user: { ...miriam, blocked: true } });
  expect(await screen.findByText(/You cannot pay for a gift with this account/)).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('an invalid address is refused beside the field', async () => {
  const { user, sent } = open();
  await user.type(await screen.findByLabelText('Email'), 'ruth');
  await user.click(screen.getByRole('button', { name: 'Continue to Payment' }));
  expect(screen.getByText('Please enter a valid email address.')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
});

test('paying brings the link, which can be copied', async () => {
  const gifts: OwnGift[] = [];
  const { user, stripe, sent } = open(
    {
      '/api/gifts': ({ method }) =>
        method === 'POST'
          ? answer(200, { clientSecret: 'pi_1_secret_2', amount: 20000 })
          : answer(200, gifts),
    },
    { user: miriam },
  );
  await user.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
  await screen.findByRole('heading', { name: /Payment$/ });
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ email: miriam.email });
  await scriptEnds('load');
  stripe.tell('ready');
  stripe.confirmPayment.mockResolvedValue({ paymentIntent: { status: 'succeeded' } });
  gifts.push(usable);
  await user.click(await screen.findByRole('button', { name: 'Pay $200' }));
  expect(stripe.confirmPayment).toHaveBeenCalledWith(
    expect.objectContaining({
      confirmParams: { return_url: `${window.location.origin}/subscribe/gift` },
    }),
  );
  expect(await screen.findByText('Your gift is ready')).toBeVisible();
  const link = `${window.location.origin}/gift/${CODE}`;
  expect(screen.getByText(link)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(await screen.findByText('Copied.')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(link);
  await user.click(screen.getByRole('button', { name: 'Give another year' }));
  expect(await screen.findByLabelText('Email')).toBeVisible();
});

test('a link that cannot be copied is selected', async () => {
  const { user } = open({}, { gifts: [usable] });
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await user.click(await screen.findByRole('button', { name: 'Copy the link' }));
  expect(await screen.findByText(/Please select the link/)).toBeVisible();
  expect(window.getSelection()?.toString()).toContain(CODE);
});

test('a card is printed', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const { user } = open({}, { gifts: [usable, { ...usable, id: 'g2' }] });
  await user.click((await screen.findAllByRole('button', { name: 'Print a card' }))[1] as Element);
  expect(print).toHaveBeenCalledOnce();
  const cards = screen.getAllByRole('article').map((card) => card.parentElement?.className);
  expect(cards).toEqual(['no-print', '']);
});

test('until Stripe has confirmed the payment there is no link, and one can look again', async () => {
  window.history.replaceState(
    null,
    '',
    '/subscribe/gift?payment_intent=pi_1&redirect_status=succeeded',
  );
  const gifts: OwnGift[] = [{ ...usable, state: 'begun', code: null, paidAt: null }];
  const { user } = open({}, { gifts });
  expect(await screen.findByText('Your payment is being confirmed')).toBeVisible();
  expect(window.location.search).toBe('');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  gifts[0] = usable;
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect(await screen.findByText('Your gift is ready')).toBeVisible();
});

test('back from the bank without a payment, one can try again', async () => {
  window.history.replaceState(null, '', '/subscribe/gift?redirect_status=failed');
  open();
  expect(await screen.findByText(/Nothing was charged, and you can try again/)).toBeVisible();
  expect(await screen.findByRole('textbox')).toBeVisible();
});

test.each([
  [{ state: 'used', usedAt: '2026-12-24T12:00:00Z' }, 'Accepted on December 24, 2026.'],
  [{ state: 'paid' }, 'Nobody has used it in time.'],
  [{ state: 'refunding' }, /Your money is on its way back/],
  [{ state: 'refunded' }, /Your money was given back/],
  [{ state: 'disputed' }, /The payment is disputed/],
  [{ state: 'ended' }, 'This gift has ended.'],
])('a gift that opens nothing any more: %j', async (change, words) => {
  open({}, { gifts: [{ ...usable, code: null, ...change }] });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Copy the link' })).not.toBeInTheDocument();
});

test('what the server refuses is said, and nothing was charged', async () => {
  const { user } = open(
    {
      '/api/gifts': ({ method }) =>
        method === 'POST' ? answer(429, { message: 'That was tried too often.' }) : answer(200, []),
    },
    { user: miriam },
  );
  await user.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'That was tried too often. Nothing was charged.',
  );
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Continue to Payment' })).toBeEnabled(),
  );
  await act(async () => {});
});
