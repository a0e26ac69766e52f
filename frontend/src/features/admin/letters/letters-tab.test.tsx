import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, fakeApi, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { LettersTab } from './letters-tab';

const path = '/api/admin/letters';
const row = {
  letter: 'parent-died',
  name: 'My parent died',
  passage: 'Psalm 34:18',
  near: 3,
  notQuite: 9,
};

test('staff see what misses most, in the order of the server', async () => {
  fakeApi({
    [path]: () =>
      answer(200, [row, { ...row, letter: 'old', name: null, passage: '', near: 1, notQuite: 0 }]),
  });
  renderScreen(<LettersTab />);
  const list = await screen.findByRole('list', { name: 'Letters, those first that miss most' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([
    'My parent diedparent-died · Psalm 34:183 yes · 9 not quite · 75 % missed',
    'A letter of beforeold · Another passage1 yes · 0 not quite · 0 % missed',
  ]);
});

test('loading is announced', async () => {
  fakeApi({ [path]: waiting });
  renderScreen(<LettersTab />);
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
});

test('empty: nobody has answered yet', async () => {
  fakeApi({ [path]: () => answer(200, []) });
  renderScreen(<LettersTab />);
  expect(await screen.findByText(/Nobody has said yet/)).toBeVisible();
});

test.each([
  ['offline', unreachable],
  ['error', () => answer(503, { message: 'Please wait.' })],
])('%s: says so, and can be tried again', async (_, handler) => {
  fakeApi({ [path]: handler });
  renderScreen(<LettersTab />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The letters could not be loaded.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
