import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, fakeApi, unreachable } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { TestimonyReport } from './testimony-report';

const path = '/api/testimonies/a/report';
const inDialog = () => within(screen.getByRole('alertdialog', { name: 'Report this story?' }));
const open = () => screen.findByRole('button', { name: 'Report this story' });

test('asks for confirmation, then says thank you', async () => {
  const sent = fakeApi({ [path]: () => new Response(null, { status: 204 }) });
  const { user } = renderScreen(<TestimonyReport id="a" />);
  await user.click(await open());
  await user.click(inDialog().getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  await user.click(await open());
  await user.click(inDialog().getByRole('button', { name: 'Report' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Thank you.');
  expect(sent).toMatchObject([{ path, method: 'POST' }]);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  // The focused button has been removed.
  expect(screen.getByRole('status').parentElement).toHaveFocus();
});

test('the confirmation does not take focus from another element', async () => {
  let reply = (_: Response) => {};
  fakeApi({
    [path]: () =>
      new Promise((resolve) => {
        reply = resolve;
      }),
  });
  const { user } = renderScreen(
    <>
      <TestimonyReport id="a" />
      <input aria-label="Elsewhere" />
    </>,
  );
  await user.click(await open());
  await user.click(inDialog().getByRole('button', { name: 'Report' }));
  await user.click(screen.getByLabelText('Elsewhere'));
  reply(new Response(null, { status: 204 }));
  expect(await screen.findByText(/Thank you/)).toBeVisible();
  expect(screen.getByLabelText('Elsewhere')).toHaveFocus();
});

test.each([
  ['offline', unreachable, 'could not be sent'],
  ['error', () => answer(503, { message: 'Please try again later.' }), 'Please try again later.'],
  [
    'too many',
    () => answer(429, { message: 'You reported many stories today.' }, { 'Retry-After': '60' }),
    'You reported many stories today.',
  ],
  ['gone', () => answer(404, { message: 'x' }), 'no longer shown'],
])('%s: shows an error and allows a retry', async (_, handler, words) => {
  fakeApi({ [path]: handler });
  const { user } = renderScreen(<TestimonyReport id="a" />);
  await user.click(await open());
  await user.click(inDialog().getByRole('button', { name: 'Report' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(await open()).toBeVisible();
});
