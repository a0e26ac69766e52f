import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answer, fakeApi, miriam } from '@/testing/fake-api';
import { fakeEvents } from '@/testing/fake-events';
import { PaymentDocument } from './payment-document';

const none = {
  available: true,
  standIn: false,
  publishableKey: 'pk_test_1',
  isPremium: false,
  status: null,
  renewsAt: null,
  cancelsAt: null,
  graceUntil: null,
};

afterEach(() => window.history.replaceState(null, '', '/'));

function open(path: string) {
  window.history.replaceState(null, '', path);
  fakeEvents();
  fakeApi({
    '/api/auth/user': () => answer(200, miriam),
    '/api/subscription': () => answer(200, none),
  });
  render(<PaymentDocument />);
}
const title = () => screen.getByRole('heading', { level: 1 });

test('paying: whoever is signed in finds their address, and help stands where it always stands', async () => {
  open('/subscribe');
  expect(title()).toHaveTextContent('Upgrade to Premium');
  expect(await screen.findByLabelText('Email')).toHaveValue('m@example.org');
  expect(screen.getByRole('link', { name: 'Help now' })).toHaveAttribute(
    'href',
    '/instant-support',
  );
});

test('afterwards, and back again', () => {
  open('/subscribe/success');
  expect(title()).toHaveTextContent('Confirming your payment…');
  act(() => {
    window.history.replaceState(null, '', '/subscribe');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(title()).toHaveTextContent('Upgrade to Premium');
});
