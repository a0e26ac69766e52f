import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from '@/lib/page';
import { chooseTheme } from '@/lib/theme';
import { answer, miriam, unreachable } from '@/testing/fake-api';
import { askedScript, scriptEnds } from '@/testing/fake-stripe';
import { begun, email, next, openSubscribe, pay, toPayment } from '@/testing/subscribe-screen';
import { isOfStripe } from './stripe';

beforeEach(() => {
  vi.spyOn(page, 'go').mockImplementation(() => {});
});

test('step 2: the script loads only now and only from Stripe; after a failure it is loaded again', async () => {
  expect(askedScript()).toBeNull();
  const { user, stripe } = await toPayment();
  expect(askedScript()?.src).toBe('https://js.stripe.com/endive/stripe.js');
  expect(screen.getByText('Opening the secure payment form…')).toBeVisible();
  await scriptEnds('error');
  expect(screen.getByRole('alert')).toHaveTextContent('could not be opened');
  expect(pay()).toBeDisabled();

  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await scriptEnds('load');
  expect(stripe.Stripe).toHaveBeenCalledWith('pk_test_1', { locale: 'auto' });
  expect(stripe.elements).toHaveBeenCalledWith(
    expect.objectContaining({ clientSecret: 'pi_1_secret_2' }),
  );
  expect(pay()).toBeDisabled();
  await stripe.tell('ready');
  expect(pay()).toBeEnabled();
  expect(screen.getByRole('link', { name: /^terms/ })).toHaveAttribute('target', '_blank');
});

test('another theme reaches the fields that are open', async () => {
  const { stripe } = await toPayment();
  await waitFor(() => expect(stripe.elements).toHaveBeenCalledOnce());
  act(() => chooseTheme('dark'));
  await waitFor(() =>
    expect(stripe.update).toHaveBeenCalledWith(
      expect.objectContaining({ appearance: expect.objectContaining({ theme: 'night' }) }),
    ),
  );
  expect(stripe.elements).toHaveBeenCalledOnce();
  delete document.documentElement.dataset.theme;
});

test('fields that cannot be loaded are opened again', async () => {
  const { user, stripe } = await toPayment();
  await waitFor(() => expect(stripe.elements).toHaveBeenCalledOnce());
  await stripe.tell('loaderror');
  expect(screen.getByRole('alert')).toHaveTextContent('could not be opened');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(stripe.elements).toHaveBeenCalledTimes(2));
  await stripe.tell('ready');
  expect(pay()).toBeEnabled();
});

test.each([
  ['', 'Please enter your email address.'],
  ['   ', 'Please enter your email address.'],
  ['ruth', 'Please enter a valid email address.'],
  ['ruth@example', 'Please enter a valid email address.'],
  ['ruth ruth@example.org', 'Please enter a valid email address.'],
])('the address “%s” is refused beside its field', async (typed, words) => {
  const { user, sent } = openSubscribe();
  const field = await email();
  await user.click(field);
  if (typed) await user.paste(typed);
  await user.click(next());
  expect(field).toHaveAccessibleDescription(expect.stringContaining(words));
  expect(field).toHaveFocus();
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
});

test('signed in: the address is filled in, and the name is sent only if entered', async () => {
  const { user, sent } = openSubscribe(begun({ clientSecret: 'pi_1_secret_2' }), miriam);
  expect(await email()).toHaveValue('m@example.org');
  await user.click(next());
  await screen.findByRole('heading', { name: /Payment$/ });
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ email: 'm@example.org' });
});

test('an invoice is paid at Stripe', async () => {
  const invoiceUrl = 'https://invoice.stripe.com/i/1';
  const { user } = openSubscribe(begun({ invoiceUrl }), miriam);
  await user.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
  await waitFor(() => expect(page.go).toHaveBeenCalledWith(invoiceUrl));
});

test.each([
  ['a response with neither secret nor invoice', {}],
  ['an invoice on another host', { invoiceUrl: 'https://stripe.com.example/i/1' }],
])('%s is a Payment Setup Error', async (_, body) => {
  const { user } = openSubscribe(begun(body), miriam);
  await user.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Payment Setup ErrorUnable to initialize payment. Please try again or contact support.',
  );
  expect(page.go).not.toHaveBeenCalled();
});

test.each([
  ['its message', () => answer(409, { message: 'You have one already.' }), 'You have one already.'],
  ['the specified words', () => answer(500, ''), 'Failed to create subscription'],
  ['the specified words, offline', unreachable, 'Failed to start subscription process'],
])('a failed subscription request shows %s', async (_, reply, words) => {
  const { user } = openSubscribe({ '/api/create-subscription': reply }, miriam);
  await user.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  // Once: no toast repeats what the page says.
  expect(screen.getAllByText('Error')).toHaveLength(1);
});

test('a likely slip in the address is pointed out, and one press corrects it', async () => {
  const { user } = openSubscribe();
  await user.type(await email(), 'ana@gmial.com');
  await user.click(screen.getByRole('button', { name: 'ana@gmail.com' }));
  expect(await email()).toHaveValue('ana@gmail.com');
  expect(screen.queryByText(/Did you mean/)).not.toBeInTheDocument();
});

const paid = { isPremium: true, status: 'active', waitsFor: 'ana@gmial.example' };

test('a visitor who has paid sees the address, and corrects it', async () => {
  const { user, sent } = openSubscribe(
    { '/api/subscription/address': () => new Response(null, { status: 204 }) },
    null,
    paid,
  );
  expect(await screen.findByRole('region', { name: 'Premium is waiting for' })).toHaveTextContent(
    'ana@gmial.example',
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your Premium');
  expect(screen.queryByText(/\$/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'That’s wrong' }));
  const field = screen.getByLabelText('Your right email address');
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, 'ana@gmail.example');
  await user.click(screen.getByRole('button', { name: 'Save the address' }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path === '/api/subscription/address')?.body).toEqual({
      email: 'ana@gmail.example',
    }),
  );
  expect(await screen.findByRole('link', { name: 'Log In' })).toBeVisible();
});

test('a correction that is refused shows why, and keeps what was typed', async () => {
  const reply = () => answer(422, { fields: { email: 'Please enter a valid email address.' } });
  const { user } = openSubscribe({ '/api/subscription/address': reply }, null, paid);
  await user.click(await screen.findByRole('button', { name: 'That’s wrong' }));
  await user.type(screen.getByLabelText('Your right email address'), '@');
  await user.click(screen.getByRole('button', { name: 'Save the address' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please enter a valid');
  expect(screen.getByLabelText('Your right email address')).toHaveValue('ana@gmial.example@');
});

test('a visitor who has paid opens the receipt, and cancels in two clicks', async () => {
  const { user, sent } = openSubscribe(
    {
      '/api/subscription/receipt': () => answer(200, { url: 'https://invoice.stripe.com/i/1' }),
      '/api/subscription/cancel': () => answer(200, { cancelsAt: '2026-12-20T12:00:00Z' }),
    },
    null,
    { ...paid, renewsAt: '2026-12-20T12:00:00Z' },
  );
  await user.click(await screen.findByRole('button', { name: 'See the receipt' }));
  await waitFor(() => expect(page.go).toHaveBeenCalledWith('https://invoice.stripe.com/i/1'));
  await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
  expect(sent.some(({ path }) => path === '/api/subscription/cancel')).toBe(false);
  expect(screen.getByRole('button', { name: 'Yes, cancel' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Yes, cancel' }));
  expect(await screen.findByText(/nothing more is charged/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cancel subscription' })).not.toBeInTheDocument();
});

test.each([
  ['It was me', '/api/subscription/accept'],
  ['It was not me', '/api/subscription/decline'],
])('a user to whom a payment is offered answers “%s”', async (name, path) => {
  const { user, sent } = openSubscribe(
    { [path]: () => new Response(null, { status: 204 }) },
    miriam,
    {
      isOffered: true,
    },
  );
  await user.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(sent.some((one) => one.path === path)).toBe(true));
});

test('an address that many have typed is proven by signing in, and the way leads back', async () => {
  const reply = () => answer(403, { code: 'ADDRESS_NOT_PROVEN', message: 'Prove it.' });
  const { user } = openSubscribe({ '/api/create-subscription': reply });
  await user.type(await email(), 'ruth@example.org');
  await user.click(next());
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was charged.');
  expect(screen.getByRole('link', { name: 'Sign in with this address' })).toHaveAttribute(
    'href',
    '/api/login?returnTo=/subscribe',
  );
});

test('an address that the server refuses shows an error beside it', async () => {
  const reply = () => answer(422, { fields: { email: 'This address cannot be read.' } });
  const { user } = openSubscribe({ '/api/create-subscription': reply }, miriam);
  await user.click(await screen.findByRole('button', { name: 'Continue to Payment' }));
  await waitFor(async () =>
    expect(await email()).toHaveAccessibleDescription(/This address cannot be read/),
  );
});

test('a successful payment is confirmed and goes on', async () => {
  const { user, stripe, onPaid } = await toPayment();
  await waitFor(() => expect(stripe.elements).toHaveBeenCalled());
  await stripe.tell('ready');
  stripe.confirmPayment.mockResolvedValue({ paymentIntent: { status: 'succeeded' } });
  await user.click(pay());
  expect(await screen.findByText('Payment Successful')).toBeVisible();
  expect(onPaid).toHaveBeenCalledOnce();
  expect(stripe.confirmPayment).toHaveBeenCalledWith(
    expect.objectContaining({
      confirmParams: { return_url: `${window.location.origin}/subscribe/success` },
      redirect: 'if_required',
    }),
  );
});

test('a payment still processing goes on without a promise', async () => {
  const { user, stripe, onPaid } = await toPayment();
  await waitFor(() => expect(stripe.elements).toHaveBeenCalled());
  await stripe.tell('ready');
  stripe.confirmPayment.mockResolvedValue({ paymentIntent: { status: 'processing' } });
  await user.click(pay());
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
});

test('a failed payment shows the reason and can be retried', async () => {
  const { user, stripe, onPaid } = await toPayment();
  await waitFor(() => expect(stripe.elements).toHaveBeenCalled());
  await stripe.tell('ready');
  stripe.confirmPayment.mockResolvedValue({ error: { message: 'Your card was declined.' } });
  await user.click(pay());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Payment FailedYour card was declined.',
  );
  expect(onPaid).not.toHaveBeenCalled();
  expect(pay()).toBeEnabled();
});

test('a retry after a lost response finds that it is paid', async () => {
  const { user, stripe, onPaid } = await toPayment();
  await waitFor(() => expect(stripe.elements).toHaveBeenCalled());
  await stripe.tell('ready');
  stripe.confirmPayment.mockRejectedValueOnce(new Error('offline'));
  await user.click(pay());
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be sent');
  stripe.confirmPayment.mockResolvedValue({
    error: { message: 'It has succeeded already.', payment_intent: { status: 'succeeded' } },
  });
  await user.click(pay());
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
  expect(screen.getByText('Payment Successful')).toBeVisible();
});

test('while paying, no button can be pressed twice', async () => {
  const { user, stripe } = await toPayment();
  await waitFor(() => expect(stripe.elements).toHaveBeenCalled());
  await stripe.tell('ready');
  stripe.confirmPayment.mockReturnValue(new Promise(() => {}));
  await user.click(pay());
  expect(await screen.findByRole('button', { name: 'Processing…' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Back to step 1' })).toBeDisabled();
});

test.each([
  ['https://invoice.stripe.com/i/1', true],
  ['https://stripe.com/x', true],
  ['http://invoice.stripe.com/i/1', false],
  ['https://stripe.com.evil.example', false],
  ['https://notstripe.com', false],
  ['https://user@evil.example/?stripe.com', false],
  ['javascript:alert(1)', false],
  ['/subscribe', false],
])('%s is a Stripe URL: %s', (address, expected) => {
  expect(isOfStripe(address)).toBe(expected);
});
