import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, fakeApi } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { ThankYouScreen } from './thank-you-screen';

const open = () => {
  fakeApi({ '/api/testimonies/review-time': () => answer(200, { hours: 5 }) });
  renderScreen(<ThankYouScreen />, { path: '/thank-you' });
};

test('a user finds the story that they have just sent', async () => {
  localStorage.setItem('stillwater:was-signed-in', '1');
  open();
  expect(screen.getByRole('link', { name: 'My Testimonies' })).toHaveAttribute(
    'href',
    '/testimonies',
  );
  expect(await screen.findByText(/within 5 hours/)).toBeVisible();
});

test('a guest has no list of stories', () => {
  open();
  expect(screen.getByRole('link', { name: 'Return Home' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'My Testimonies' })).not.toBeInTheDocument();
});
