import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { noteShown, shownPassages } from '@/lib/shown-passages';
import { answer, fakeApi, guidance, unreachable } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { Toasts } from '@/testing/toasts';
import { keepLetter, type Letter } from './queries';
import { ResultScreen } from './result-screen';

if (!guidance.topic) throw new Error('the guidance of the tests has a topic');
const topic = guidance.topic;
const chips = {
  alternatives: [
    { id: 'panic-attacks', name: 'Panic attacks' },
    { id: 'exam-stress', name: 'An exam is coming' },
  ],
  alsoAbout: { id: 'out-of-work', name: 'I lost my job' },
};
const opened = {
  topic: {
    ...topic,
    title: 'When panic comes out of nowhere',
    content: 'Your heart races.\n\nYou are not dying.',
    scripture: { ...topic.scripture, reference: 'Psalm 55:4-6', text: 'My heart is in anguish.' },
  },
  situation: { id: 'panic-attacks', name: 'Panic attacks' },
  bridge: 'Somebody long ago shook like this.',
  prayer: { words: 'God, slow my breath.', plain: 'May this pass.' },
  alternatives: [chips.alternatives[1]],
  related: [],
};

const renderLetter = (change: Partial<Letter> = {}) =>
  renderScreen(
    <>
      <ResultScreen />
      <Toasts />
    </>,
    {
      path: '/result',
      prepare: (client) => keepLetter(client, { ...guidance, ...chips, offline: false, ...change }),
    },
  );

beforeEach(() => sessionStorage.clear());

test('a chip opens the letter of its situation, and the heading gets the focus', async () => {
  const sent = fakeApi({ '/api/letters/panic-attacks': () => answer(200, opened) });
  const { user } = renderLetter();
  expect(screen.getByRole('heading', { name: 'Is it more like…' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Panic attacks' }));
  const heading = await screen.findByRole('heading', { name: 'When panic comes out of nowhere' });
  expect(heading).toHaveFocus();
  expect(screen.getByText('You are not dying.')).toBeVisible();
  expect(screen.getByText('Somebody long ago shook like this.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Panic attacks' })).toBeNull();
  const asked = sent.find(({ path }) => path === '/api/letters/panic-attacks');
  expect(asked?.search.get('shown')).toBe('Psalm 4:8');
});

test('a second trouble in the text is a door of its own', () => {
  fakeApi();
  renderLetter();
  expect(screen.getByRole('button', { name: 'You also wrote about: I lost my job' })).toBeVisible();
});

test('a letter that cannot be opened leaves the one that is there', async () => {
  fakeApi({ '/api/letters/panic-attacks': unreachable });
  const { user } = renderLetter();
  await user.click(screen.getByRole('button', { name: 'Panic attacks' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This letter could not be opened.');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(topic.title);
});

test('offline there are no chips and no other passage', () => {
  fakeApi();
  renderLetter({ offline: true });
  expect(screen.queryByRole('button', { name: 'Panic attacks' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Another passage' })).toBeNull();
});

test('another passage changes the passage alone, and the same one says that there is no other', async () => {
  fakeApi({ '/api/letters/anxiety': () => answer(200, opened) });
  const { user } = renderLetter();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Another passage' }));
  expect(await screen.findAllByText('My heart is in anguish.')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(topic.title);
  expect(shownPassages()).toEqual(['Psalm 4:8', 'Psalm 55:4-6']);
  await user.click(screen.getByRole('button', { name: 'Another passage' }));
  expect(await screen.findByText('These are all the passages for this today.')).toBeVisible();
});

test('a prayer opens with a tap, and one without church words', async () => {
  fakeApi();
  const { user } = renderLetter({ topic: opened.topic, prayer: opened.prayer });
  expect(screen.queryByText('God, slow my breath.')).not.toBeVisible();
  await user.click(screen.getByRole('button', { name: 'A short prayer' }));
  expect(screen.getByText('God, slow my breath.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'If you do not pray' }));
  expect(screen.getByText('May this pass.')).toBeVisible();
});

test('the passages of another day are not sent', () => {
  noteShown({ reference: 'Psalm 4:8', letter: 'anxiety', discreet: false }, false);
  const kept = JSON.parse(sessionStorage.getItem('stillwater:shown') ?? '{}');
  expect(kept).toEqual({
    day: new Date().toDateString(),
    references: ['Psalm 4:8'],
    letters: ['anxiety'],
  });
  sessionStorage.setItem('stillwater:shown', JSON.stringify({ ...kept, day: 'yesterday' }));
  expect(shownPassages()).toEqual([]);
  sessionStorage.setItem('stillwater:shown', 'broken');
  expect(shownPassages()).toEqual([]);
});
