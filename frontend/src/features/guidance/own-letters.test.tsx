import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { forgetPerson } from '@/lib/forget';
import { guidance } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { isKeptLetter, keepOnDevice, keptLetter, keptLetters, keptText } from './kept-letter';
import { OwnLetters } from './own-letters';
import type { Letter } from './queries';

const letter = (title: string): Letter => ({
  ...guidance,
  topic: guidance.topic && { ...guidance.topic, title, content: `About: ${title}` },
  offline: false,
});
const [first, second] = [letter('The first'), letter('The second')];
const titles = () => keptLetters().map(({ letter: { topic } }) => topic?.title);

test('several letters are kept, the newest first, and each once', () => {
  keepOnDevice(first);
  keepOnDevice(second);
  keepOnDevice(first);
  expect(titles()).toEqual(['The first', 'The second']);
  expect(isKeptLetter(second)).toBe(true);
  expect(isKeptLetter(letter('Another'))).toBe(false);
});

test('the letter that an earlier version kept is still there, and stays when another is kept', () => {
  localStorage.setItem('stillwater:letter', JSON.stringify(first));
  expect(keptLetter()?.topic?.title).toBe('The first');
  keepOnDevice(second);
  expect(titles()).toEqual(['The second', 'The first']);
  expect(localStorage.getItem('stillwater:letter')).toBeNull();
});

test('what cannot be parsed is no letter', () => {
  for (const kept of ['{', '[null, 3]', '"words"']) {
    localStorage.setItem('stillwater:letters', kept);
    expect(keptLetters().filter(({ letter }) => letter.topic)).toEqual([]);
  }
});

test('an id that is gone opens no other letter', () => {
  keepOnDevice(first);
  expect(keptLetter('gone')).toBeNull();
  expect(keptLetter(keptLetters()[0]?.id)?.topic?.title).toBe('The first');
});

test('without letters it says how to keep one', () => {
  renderScreen(<OwnLetters />, { path: '/mine' });
  expect(screen.getByText(/Keep this on my device/)).toBeVisible();
});

test('each letter can be opened, removed, and put back at its place', async () => {
  keepOnDevice(first);
  keepOnDevice(second);
  const { user, router } = renderScreen(<OwnLetters />, { path: '/mine' });
  await user.click(screen.getByRole('button', { name: 'Remove: The second' }));
  expect(titles()).toEqual(['The first']);
  const back = screen.getByRole('button', { name: 'Put it back' });
  expect(back).toHaveFocus();
  await user.click(back);
  expect(titles()).toEqual(['The second', 'The first']);
  expect(screen.queryByText('Removed from this device.')).not.toBeInTheDocument();

  await user.click(screen.getByRole('link', { name: /The first/ }));
  expect(router.state.location.pathname).toBe('/result');
  expect(keptLetter(router.state.location.state.kept)?.topic?.title).toBe('The first');
});

test('signing out leaves no letter', async () => {
  keepOnDevice(first);
  const { client } = renderScreen(<OwnLetters />, { path: '/mine' });
  await forgetPerson(client);
  expect(keptText()).toBeNull();
});
