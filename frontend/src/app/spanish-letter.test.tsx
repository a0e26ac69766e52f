import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropAllDrafts, dropDraft } from '@/lib/drafts';
import { speak } from '@/lib/language';
import { answer, fakeApi, guidance } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { spanish } from './spanish';
import './spanish-screens';
import { HomeScreen } from '@/features/guidance/home-screen';
import { keptLetters } from '@/features/guidance/kept-letter';
import { offlineLetter } from '@/features/guidance/offline-letter';
import { OwnLetters } from '@/features/guidance/own-letters';
import { keepLetter, type Letter } from '@/features/guidance/queries';
import { ResultScreen } from '@/features/guidance/result-screen';

beforeEach(dropAllDrafts);
afterEach(() => speak('en', new Map()));

const spanishAnswer = {
  ...guidance,
  language: 'es',
  topic: {
    id: 'grief',
    title: 'Cuando se va quien te cuidaba',
    content: 'Se fue la voz que te conocía desde siempre.\n\nHoy basta con respirar.',
    scripture: {
      reference: 'Salmo 34:18',
      text: 'Cercano está Jehová á los quebrantados de corazón.',
      translation: 'Reina-Valera 1909',
    },
  },
  situation: { id: 'parent-died', name: 'Murió mi mamá o mi papá' },
  bridge: 'Alguien que también lloró escribió esto.',
  prayer: { words: 'Dios, quédate.', plain: 'Que pase esta hora.' },
  alternatives: [{ id: 'hard-to-mourn', name: 'Me cuesta llorarle' }],
  related: [{ id: 'loneliness', name: 'Soledad' }],
};
const letter: Letter = { ...spanishAnswer, offline: false };
const show = () =>
  renderScreen(<ResultScreen />, {
    path: '/result',
    prepare: (client) => keepLetter(client, letter),
  });

test('in the Spanish app the words around a Spanish letter are Spanish, too', () => {
  speak('es', spanish);
  fakeApi();
  show();
  expect(screen.getByText('Mensaje de esperanza')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Se parece más a…' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Otro pasaje' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Orar con esto' })).toBeVisible();
  expect(screen.queryByText(/Message of Hope|Another passage|Is it more like/)).toBeNull();
});

test('every part of a Spanish letter is marked as Spanish in the English app', () => {
  fakeApi();
  show();
  const langOf = (element: Element) => element.closest('[lang]')?.getAttribute('lang');
  for (const text of [
    'Cuando se va quien te cuidaba',
    'Hoy basta con respirar.',
    'Alguien que también lloró escribió esto.',
    'Dios, quédate.',
    'Me cuesta llorarle',
    'Soledad',
  ]) {
    expect(langOf(screen.getByText(text)), text).toBe('es');
  }
  for (const words of screen.getAllByText(/Cercano está Jehová/)) expect(langOf(words)).toBe('es');
  expect(langOf(screen.getByText('Message of Hope'))).not.toBe('es');
});

test('a chip below a Spanish letter opens a Spanish letter', async () => {
  const sent = fakeApi({ '/api/letters/hard-to-mourn': () => answer(200, spanishAnswer) });
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Me cuesta llorarle' }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path.startsWith('/api/letters/'))?.search.get('language')).toBe(
      'es',
    ),
  );
});

test('a reload shows the letter again in its language', async () => {
  fakeApi();
  show();
  document.body.replaceChildren();
  dropDraft('letter');
  const sent = fakeApi({ '/api/letters/parent-died': () => answer(200, spanishAnswer) });
  renderScreen(<ResultScreen />, { path: '/result' });
  expect(await screen.findByText('Hoy basta con respirar.')).toBeVisible();
  const [asked] = sent.filter(({ path }) => path.startsWith('/api/letters/'));
  expect(asked?.search.get('language')).toBe('es');
  expect(asked?.search.get('passage')).toBe('Salmo 34:18');
});

test('English can be read beside a Spanish passage, for this letter alone', async () => {
  fakeApi({
    '/api/scripture/Salmo%2034%3A18': () =>
      answer(200, {
        reference: 'Psalm 34:18',
        translation: 'World English Bible',
        verses: [
          {
            reference: 'Psalm 34:18',
            number: 18,
            text: 'Yahweh is near to those who have a broken heart.',
            inPassage: true,
          },
        ],
      }),
  });
  show();
  const choice = screen.getByRole('combobox', { name: 'Translation' });
  expect(choice).toHaveValue('rv1909');
  expect(within(choice).getAllByRole('option')).toHaveLength(4);
  await userEvent.selectOptions(choice, 'web');
  const [english] = await screen.findAllByText(/Yahweh is near/);
  expect(english?.closest('[lang]')).toHaveAttribute('lang', 'en');
  expect(localStorage.getItem('stillwater:translation')).toBeNull();
});

test('a kept Spanish letter is listed as Spanish, and earlier letters are English', async () => {
  fakeApi();
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Keep this on my device' }));
  expect(keptLetters()[0]?.letter.language).toBe('es');
  document.body.replaceChildren();
  renderScreen(<OwnLetters />, { path: '/mine' });
  const link = screen.getByRole('link', { name: /Cuando se va quien te cuidaba/ });
  expect(link).toHaveAttribute('lang', 'es');
});

test('offline a topic opens in the language of the app', async () => {
  const [inSpanish, inEnglish] = [
    await offlineLetter('grief', 'es'),
    await offlineLetter('grief', 'en'),
  ];
  expect(inSpanish?.topic?.scripture.translation).toBe('Reina-Valera 1909');
  expect(inSpanish?.language).toBe('es');
  expect(inSpanish?.related.map(({ name }) => name)).toContain('Soledad');
  expect(inEnglish?.topic?.scripture.translation).toBe('World English Bible');
});

test('a topic below a Spanish letter is asked for in Spanish', async () => {
  const sent = fakeApi({ '/api/guidance': () => answer(200, spanishAnswer) });
  renderScreen(<HomeScreen firstName={null} isPremium={false} />, {
    at: { pathname: '/', state: { topicId: 'loneliness', language: 'es' } },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Get Guidance & Support' }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path === '/api/guidance')?.body).toMatchObject({
      topicId: 'loneliness',
      language: 'es',
    }),
  );
});
