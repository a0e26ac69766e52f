import guidance from '@content/guidance.json';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, fakeApi, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { PassageScreen } from './passage-screen';

const REFERENCE = 'Psalm 4:8';
const CALL = `/api/scripture/${encodeURIComponent(REFERENCE)}`;
const verse = (number: number, text: string) => ({
  reference: `Psalm 4:${number}`,
  number,
  text,
  inPassage: true,
});
const verses = {
  reference: REFERENCE,
  translation: 'World English Bible',
  verses: [verse(8, 'In peace I will lie down.'), verse(9, 'You keep me safe.')],
};

const open = (reference = REFERENCE) =>
  renderScreen(<PassageScreen />, {
    path: '/passage/:reference',
    at: `/passage/${encodeURIComponent(reference)}`,
  });

test('success: the passage, what can be done with it, and a way in', async () => {
  const sent = fakeApi({ [CALL]: () => answer(200, verses) });
  open();
  expect(await screen.findByText('In peace I will lie down. You keep me safe.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pray with this' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Begin' })).toHaveAttribute('href', '/?new');
  expect(sent.map(({ search }) => search.get('around'))).toEqual(['0']);
});

test('loading: says so, and the way in is there', () => {
  fakeApi({ [CALL]: waiting });
  open();
  expect(screen.getByRole('status')).toHaveTextContent('Opening the passage…');
  expect(screen.getByRole('link', { name: 'Begin' })).toBeVisible();
});

test('unknown: says so and opens today’s psalm instead', async () => {
  fakeApi();
  open('Hesitations 3:16');
  expect(await screen.findByText(/names no passage that we know/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open today’s psalm' })).toHaveAttribute(
    'href',
    '/today',
  );
});

test('error: can be tried again', async () => {
  let tries = 0;
  fakeApi({ [CALL]: () => (tries++ === 0 ? answer(503, {}) : answer(200, verses)) });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/In peace/)).toBeVisible();
});

test('offline: a passage that came with the app opens', async () => {
  const [bundled] = guidance[0]?.scripture ?? [];
  if (!bundled) throw new Error('the content has a passage');
  fakeApi({ [`/api/scripture/${encodeURIComponent(bundled.reference)}`]: unreachable });
  open(bundled.reference);
  expect(await screen.findByText(bundled.text)).toBeVisible();
});

test('offline: a passage that is not in the app says why it cannot be opened', async () => {
  fakeApi({ '/api/scripture/Leviticus%201%3A1': unreachable });
  open('Leviticus 1:1');
  expect(await screen.findByText('The passage could not be opened.')).toBeVisible();
});
