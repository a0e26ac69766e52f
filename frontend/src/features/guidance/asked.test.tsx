import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { shownPassages } from '@/lib/shown-passages';
import { chooseTranslation } from '@/lib/translation';
import { answer, fakeApi, guidance } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { Toasts } from '@/testing/toasts';
import { keepLetter, type Letter } from './queries';
import { ResultScreen } from './result-screen';

if (!guidance.topic) throw new Error('the guidance of the tests has a topic');
const asked: Letter = {
  ...guidance,
  offline: false,
  asked: true,
  topic: {
    id: 'comfort',
    title: 'Romans 8:39-9:1',
    content: 'Here is the passage you asked for.\n\nWhat are you carrying?',
    scripture: {
      reference: 'Romans 8:39-9:1',
      text: 'nor height, nor depth. I tell the truth.',
      translation: 'World English Bible',
    },
  },
  related: [{ id: 'grief', name: 'Grief' }],
};
const verse = (reference: string, number: number, text: string, inPassage = true) => ({
  reference,
  number,
  text,
  inPassage,
});
const verses = {
  reference: 'Romans 8:39-9:1',
  translation: 'World English Bible',
  verses: [
    verse('Romans 8:38', 38, 'For I am persuaded', false),
    verse('Romans 8:39', 39, 'nor height, nor depth'),
    verse('Romans 9:1', 1, 'I tell the truth'),
  ],
};
const PATH = '/api/scripture/Romans%208%3A39-9%3A1';

const renderAsked = () =>
  renderScreen(
    <>
      <ResultScreen />
      <Toasts />
    </>,
    { path: '/result', prepare: (client) => keepLetter(client, asked) },
  );

beforeEach(() => {
  localStorage.clear();
  chooseTranslation('web');
  sessionStorage.clear();
});

test('a passage that was asked for opens with what stands around it, and asks what they carry', async () => {
  fakeApi({ [PATH]: () => answer(200, verses) });
  renderAsked();
  expect(screen.getByRole('heading', { name: 'Romans 8:39-9:1', level: 1 })).toBeVisible();
  const passage = within(screen.getByRole('region', { name: 'Scripture' }));
  expect(await passage.findByText('For I am persuaded')).toBeVisible();
  expect(passage.getByText('9:1')).toBeVisible();
  expect(passage.queryByRole('button', { name: 'Another passage' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Tell it in your own words' })).toHaveAttribute(
    'href',
    '/?new',
  );
  expect(screen.getByRole('heading', { name: 'What are you carrying?' })).toBeVisible();
  expect(shownPassages()).toEqual([]);
});

test('the translation is chosen once, and asked for from then on', async () => {
  const kjv = { ...verses, translation: 'King James Version' };
  const sent = fakeApi({
    [PATH]: ({ search }) => answer(200, search.get('translation') === 'kjv' ? kjv : verses),
  });
  const { user } = renderAsked();
  const passage = within(screen.getByRole('region', { name: 'Scripture' }));
  await user.selectOptions(passage.getByLabelText('Translation'), 'King James Version');
  expect(
    await passage.findByText('King James Version', { selector: 'figcaption *, figcaption' }),
  ).toBeVisible();
  expect(localStorage.getItem('stillwater:translation')).toBe('kjv');
  const last = sent.filter(({ path }) => path === PATH).at(-1);
  expect(last?.search.get('translation')).toBe('kjv');
});

test('a translation that cannot be opened leaves passage and choice as they were', async () => {
  fakeApi({
    [PATH]: ({ search }) =>
      search.get('translation') === 'asv' ? answer(503, {}) : answer(200, verses),
  });
  const { user } = renderAsked();
  const picker = screen.getByLabelText('Translation');
  await user.selectOptions(picker, 'American Standard Version');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This translation could not be opened.',
  );
  expect(picker).toHaveValue('web');
  expect(localStorage.getItem('stillwater:translation')).toBeNull();
});
