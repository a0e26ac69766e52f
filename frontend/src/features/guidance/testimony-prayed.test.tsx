import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, fakeApi, unreachable } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { TestimonyPrayed } from './testimony-prayed';

const path = '/api/testimonies/a/prayed';
const press = () => screen.findByRole('button', { name: 'I prayed for this' });

test('one press is enough, and nothing but the press is sent', async () => {
  const sent = fakeApi({ [path]: () => new Response(null, { status: 204 }) });
  const { user } = renderScreen(<TestimonyPrayed id="a" />);
  await user.click(await press());
  expect(await screen.findByRole('status')).toHaveTextContent(
    'Thank you. The person who wrote this will read that somebody prayed.',
  );
  expect(sent).toMatchObject([{ path, method: 'POST', body: null }]);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  // The focused button has been removed.
  expect(screen.getByRole('status')).toHaveFocus();
});

test.each([
  ['offline', unreachable, 'could not be sent'],
  ['error', () => answer(503, { message: 'Please try again later.' }), 'Please try again later.'],
  ['too many', () => answer(429, { message: 'You prayed for many.' }), 'You prayed for many.'],
  ['gone', () => answer(404, { message: 'x' }), 'no longer shown'],
])('%s: says so, and it can be pressed again', async (_, handler, words) => {
  fakeApi({ [path]: handler });
  const { user } = renderScreen(<TestimonyPrayed id="a" />);
  await user.click(await press());
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(await press()).toBeVisible();
});
