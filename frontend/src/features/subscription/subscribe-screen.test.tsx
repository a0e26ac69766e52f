import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, miriam, unreachable, waiting } from '@/testing/fake-api';
import { begun, email, next, openSubscribe } from '@/testing/subscribe-screen';

test('the plan: price, four benefits, renewal and cancellation are beside the button', async () => {
  openSubscribe();
  await email();
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(screen.getByText(/\$20 every month until you cancel/)).toHaveTextContent(
    /cancel at any time in your profile, with two clicks/,
  );
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
});

test('where years are not sold there is nothing to choose', async () => {
  openSubscribe();
  await email();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  expect(screen.queryByText(/year/)).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /Give/ })).not.toBeInTheDocument();
});

test('where years are sold, one can be given, also by a subscriber and without a price', async () => {
  openSubscribe(
    {},
    { ...miriam, isPremium: true },
    { isPremium: true, status: 'active', yearlyPrice: 20000 },
  );
  expect(await screen.findByRole('link', { name: 'Give a year to somebody' })).toHaveAttribute(
    'href',
    '/subscribe/gift',
  );
  expect(screen.queryByText(/\$/)).not.toBeInTheDocument();
});

test('with a gift, buying says what becomes of the rest of it', async () => {
  openSubscribe(
    {},
    { ...miriam, isPremium: true },
    { isPremium: true, giftUntil: '2027-11-26T12:00:00Z' },
  );
  expect(
    await screen.findByText(/You have Premium as a gift until November 26, 2027/),
  ).toBeVisible();
  expect(screen.queryByText(/Our team has given you/)).not.toBeInTheDocument();
});

test('a year that saves nothing says nothing about it, and cents are shown', async () => {
  openSubscribe({}, null, { yearlyPrice: 24050 });
  await email();
  const group = screen.getByRole('group', { name: 'How often you pay' });
  expect(group).toHaveTextContent('$240.50 a year');
  expect(group).not.toHaveTextContent('Saves');
});

test('loading is announced, and the plan is shown already', () => {
  openSubscribe({ '/api/subscription': waiting });
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(screen.getByText('Personal prayer requests')).toBeVisible();
});

test.each([
  ['error', () => answer(503, { message: 'Please try again in a moment.' }), 'in a moment'],
  ['offline', unreachable, 'could not be reached'],
])('%s: shows an error', async (_, reply, words) => {
  openSubscribe({ '/api/subscription': reply });
  expect((await screen.findAllByText(new RegExp(words)))[0]).toBeVisible();
});

test('not set up: says so and shows no form', async () => {
  openSubscribe({}, null, { available: false });
  expect(
    await screen.findByRole('heading', { name: 'Payments are not set up here' }),
  ).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('the payment stand-in is labelled', async () => {
  openSubscribe({}, null, { standIn: true });
  expect(await screen.findByText('Test payments only')).toBeVisible();
});

test('a subscriber is not asked to pay again', async () => {
  openSubscribe({}, { ...miriam, isPremium: true }, { isPremium: true, status: 'active' });
  expect(await screen.findByText('You already have Premium')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your profile' })).toHaveAttribute(
    'href',
    '/profile',
  );
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('after the grace period a subscriber is told neither that Premium is active nor to subscribe again', async () => {
  openSubscribe({}, { ...miriam, subscriptionStatus: 'past_due' }, { status: 'past_due' });
  expect(await screen.findByText('Premium is paused until your card works')).toBeVisible();
  expect(screen.getByText(/under Manage Subscription/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your profile' })).toBeVisible();
  expect(screen.queryByText(/nothing more to pay/)).not.toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('a visitor who has paid is sent to sign-in', async () => {
  openSubscribe({}, null, { status: 'active' });
  expect(await screen.findByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/api/login');
});

test('blocked: says so, and nothing can be bought', async () => {
  openSubscribe({}, { ...miriam, blocked: true });
  expect(await screen.findByText('Your account is blocked')).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('the choice between months and a year: prices, what a year saves, terms and the button', async () => {
  const { user, sent } = openSubscribe(begun({ clientSecret: 'pi_1_secret_2' }), null, {
    yearlyPrice: 20000,
  });
  await email();
  const group = screen.getByRole('group', { name: 'How often you pay' });
  const [monthly, yearly] = within(group).getAllByRole('radio');
  expect(monthly).toBeChecked();
  expect(group).toHaveTextContent('Monthly$20 a month');
  expect(group).toHaveTextContent('Yearly$200 a yearSaves $40 a year');
  expect(screen.getByText(/\$20 every month until you cancel/)).toBeVisible();
  await user.click(screen.getByRole('radio', { name: /Yearly/ }));
  expect(yearly).toBeChecked();
  expect(screen.getByText(/\$200 today, then \$200 every year until you cancel/)).toBeVisible();
  expect(screen.getByText('$200')).toBeVisible();
  await user.type(await email(), 'ruth@example.org');
  await user.click(next());
  expect(await screen.findByRole('button', { name: 'Subscribe Now - $200/year' })).toBeVisible();
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
    email: 'ruth@example.org',
    plan: 'yearly',
  });
});
