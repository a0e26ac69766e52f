import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from '@/lib/page';
import { fakeEvents } from '@/testing/fake-events';
import { renderScreen } from '@/testing/render-screen';
import { SuccessScreen } from './success-screen';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(page, 'go').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  window.history.replaceState(null, '', '/');
});

function open(search = '', signedIn = true) {
  window.history.replaceState(null, '', `/subscribe/success${search}`);
  const streams = fakeEvents();
  renderScreen(<SuccessScreen signedIn={signedIn} />);
  const tell = (status: string | null, change = {}) =>
    streams.at(-1)?.tell('subscription', { status, isPremium: false, standIn: false, ...change });
  return { streams, tell };
}
const title = (name: string) => screen.getByRole('heading', { level: 1, name });
const pass = (seconds: number) => {
  for (let passed = 0; passed < seconds; passed += 1) act(() => vi.advanceTimersByTime(1000));
};

test('opening the page grants nothing: it waits for the server', () => {
  const { tell } = open('?payment_intent=pi_1&redirect_status=succeeded');
  expect(title('Confirming your payment…')).toBeVisible();
  tell('incomplete');
  expect(title('Confirming your payment…')).toBeVisible();
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
});

test('Stripe’s query parameters are removed from the URL', () => {
  open('?payment_intent=pi_1&payment_intent_client_secret=secret');
  expect(window.location.search).toBe('');
});

test('paid: welcome, the benefits, and the links onward', () => {
  const { tell } = open();
  tell('incomplete');
  tell('active', { isPremium: true });
  expect(title('Welcome to Premium!')).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'Start Using Premium' })).toHaveAttribute(
    'href',
    '/?premium=true',
  );
  expect(screen.getByRole('link', { name: 'See what is mine' })).toHaveAttribute('href', '/mine');
  expect(screen.queryByText(/Sign in with the email address/)).not.toBeInTheDocument();
});

test('after ten seconds it navigates home, and not before', () => {
  const { tell } = open();
  tell('active');
  expect(screen.getByRole('timer')).toHaveTextContent('in 10 seconds');
  pass(9);
  expect(screen.getByRole('timer')).toHaveTextContent('in 1 second.');
  expect(page.go).not.toHaveBeenCalled();
  pass(1);
  expect(page.go).toHaveBeenCalledWith('/');
});

test('the countdown can be stopped and restarted', () => {
  const { tell } = open();
  tell('active');
  pass(4);
  fireEvent.click(screen.getByRole('button', { name: 'Stay here' }));
  pass(60);
  expect(page.go).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByRole('timer')).toHaveTextContent('in 6 seconds');
  pass(6);
  expect(page.go).toHaveBeenCalledOnce();
});

test('a visitor is told to sign in with the address they entered', () => {
  const { tell } = open('', false);
  tell('active');
  expect(screen.getByText(/Sign in with the email address you just gave/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'See what is mine' })).not.toBeInTheDocument();
});

test('slow: it takes longer than usual, and the user may leave', () => {
  const { tell } = open();
  tell('incomplete');
  pass(30);
  expect(screen.getByText(/This is taking longer than usual/)).toBeVisible();
  tell('active');
  expect(title('Welcome to Premium!')).toBeVisible();
});

test('a lost stream is shown until it is back', () => {
  const { streams, tell } = open();
  streams[0]?.break('for a moment');
  expect(screen.getByText(/connection was lost/)).toBeVisible();
  tell('active');
  expect(screen.queryByText(/connection was lost/)).not.toBeInTheDocument();
});

test.each([
  ['the bank refused', '?redirect_status=failed', 'incomplete'],
  ['the time ran out', '', 'incomplete_expired'],
])('failed, because %s: nothing was charged, and a link back', (_, search, status) => {
  const { tell } = open(search);
  tell(status);
  expect(title('The payment did not go through')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/subscribe');
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
});

test('without a payment the screen says that there is nothing to confirm', () => {
  const { tell } = open();
  tell(null, { isPremium: true });
  expect(title('There is no payment to confirm')).toBeVisible();
});
