import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, fakeApi, unreachable } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { StoryReport } from './story-report';

const path = '/api/testimonies/a/report';
const inDialog = () => within(screen.getByRole('alertdialog', { name: 'Report this story?' }));
const open = () => screen.findByRole('button', { name: 'Report this story' });

test('asks first, then says thank you', async () => {
  const sent = fakeApi({ [path]: () => new Response(null, { status: 204 }) });
  const { user } = renderScreen(<StoryReport id="a" />);
  await user.click(await open());
  await user.click(inDialog().getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  await user.click(await open());
  await user.click(inDialog().getByRole('button', { name: 'Report' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Thank you.');
  expect(sent).toMatchObject([{ path, method: 'POST' }]);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  // The focus was on the button that is gone.
  expect(screen.getByRole('status').parentElement).toHaveFocus();
});

test('thanks leave the focus where somebody has gone on', async () => {
  let reply = (_: Response) => {};
  fakeApi({
    [path]: () =>
      new Promise((resolve) => {
        reply = resolve;
      }),
  });
  const { user } = renderScreen(
    <>
      <StoryReport id="a" />
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
])('%s: says so, and it can be tried again', async (_, handler, words) => {
  fakeApi({ [path]: handler });
  const { user } = renderScreen(<StoryReport id="a" />);
  await user.click(await open());
  await user.click(inDialog().getByRole('button', { name: 'Report' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(await open()).toBeVisible();
});
