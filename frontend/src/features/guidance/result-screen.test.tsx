import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts, dropDraft } from '@/lib/drafts';
import { answer, fakeApi, guidance, unreachable } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { beginningOf } from './kept-letter';
import { keepLetter, type Letter } from './queries';
import { ResultScreen } from './result-screen';

beforeEach(dropAllDrafts);

const letter: Letter = { ...guidance, offline: false };
const renderLetter = (change: Partial<Letter> = {}) =>
  renderScreen(<ResultScreen />, {
    path: '/result',
    prepare: (client) => keepLetter(client, { ...letter, ...change }),
  });
const passage = () => within(screen.getByRole('region', { name: 'Scripture' }));
const long = `${'a'.repeat(100)}bcd`;

test('empty: says what is missing and links back', () => {
  fakeApi();
  renderScreen(<ResultScreen />, { path: '/result' });
  expect(
    screen.getByText('No guidance data available. Please go back and try again.'),
  ).toBeVisible();
  expect(screen.getByRole('link')).toHaveAttribute('href', '/');
});

const ofLetter = { ...guidance, usage: undefined, crisis: undefined, resources: undefined };

/** As after a reload: only what the browser has stored is left. */
function reload(api: Parameters<typeof fakeApi>[0] = {}) {
  document.body.replaceChildren();
  dropDraft('letter');
  const sent = fakeApi(api);
  renderScreen(<ResultScreen />, { path: '/result' });
  return sent;
}

test('a reload shows the same letter again by its ids', async () => {
  fakeApi();
  renderLetter({ situation: { id: 'exam-nerves', name: 'An exam' } });
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/not failing|lay myself/);
  const sent = reload({ '/api/letters/exam-nerves': () => answer(200, ofLetter) });
  expect(await screen.findByText('Message of Hope')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'When your thoughts will not rest',
  );
  const [asked] = sent.filter(({ path }) => path === '/api/letters/exam-nerves');
  expect(asked?.search.get('passage')).toBe('Psalm 4:8');
});

test.each<[string, Partial<Letter>]>([
  ['that was asked for', { asked: true }],
  ['without a letter', { topic: letter.topic && { ...letter.topic, title: 'Psalm 4:8' } }],
])('a reload asks for a passage %s in the same way', async (_, letter) => {
  fakeApi();
  renderLetter(letter);
  const sent = reload({ '/api/guidance': () => answer(200, { ...guidance, asked: true }) });
  expect(await screen.findByText('From the Bible')).toBeVisible();
  expect(sent.find(({ path }) => path === '/api/guidance')?.body).toMatchObject({
    struggle: 'Psalm 4:8',
  });
});

test('a reload offline: the message of a topic comes from the app, of a situation nothing', async () => {
  fakeApi();
  renderLetter();
  reload({ '/api/letters/anxiety': unreachable });
  expect(await screen.findByText(/You are offline/)).toBeVisible();

  document.body.replaceChildren();
  renderLetter({ situation: { id: 'exam-nerves', name: 'An exam' } });
  reload({ '/api/letters/exam-nerves': unreachable });
  expect(await screen.findByText(/No guidance data available/)).toBeVisible();
});

test('a reload shows a letter that is saved on the device without asking, and it stays saved', async () => {
  fakeApi();
  const { user } = renderLetter();
  await user.click(screen.getByRole('button', { name: 'Keep this on my device' }));
  const sent = reload();
  expect(screen.getByRole('button', { name: 'Keep this on my device' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(sent.filter(({ path }) => path.startsWith('/api/letters'))).toEqual([]);
});

test('a discreet letter leaves no id and does not come again', () => {
  fakeApi();
  renderLetter();
  document.body.replaceChildren();
  renderLetter({ discreet: true });
  expect(Object.keys(sessionStorage)).not.toContain('stillwater:shown-letter');
  reload();
  expect(screen.getByText(/No guidance data available/)).toBeVisible();
});

test('a letter: title, message, passage, and two links onward', () => {
  fakeApi();
  renderLetter();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'When your thoughts will not rest',
  );
  // The history would store the URL and title.
  expect(document.title).toBe('Guidance · Stillwater');
  expect(screen.getByText('Message of Hope')).toBeVisible();
  expect(passage().getByText('Psalm 4:8')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Share Your Story (Anonymous)' })).toHaveAttribute(
    'href',
    '/testimony',
  );
  expect(screen.getByRole('link', { name: 'Get More Guidance' })).toHaveAttribute('href', '/');
});

test('words in a language that is not read: the letter says so in that language', () => {
  fakeApi();
  const unreadLanguage = {
    lang: 'ar',
    dir: 'rtl',
    text: 'لا نقرأ العربية جيدًا بعد.',
    choose: 'اختر موضوعًا',
    help: 'أشخاص يمكنهم المساعدة',
  };
  renderLetter({ unreadLanguage });
  const said = screen.getByText(unreadLanguage.text).parentElement;
  expect([said?.lang, said?.dir]).toEqual(['ar', 'rtl']);
  expect(screen.getByRole('link', { name: unreadLanguage.choose })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: unreadLanguage.help })).toHaveAttribute(
    'href',
    '/instant-support',
  );
});

test('a letter about violence offers the quick exit and is not saved on the device', () => {
  fakeApi();
  renderLetter({ topic: { ...guidance.topic, id: 'refuge' } as Letter['topic'] });
  expect(screen.getByRole('button', { name: 'Leave quickly' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Keep this on my device' })).toBeNull();
});

test('without browser storage the letter is not saved, and the screen says so', async () => {
  fakeApi();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  const { user } = renderLetter();
  const keep = screen.getByRole('button', { name: 'Keep this on my device' });
  await user.click(keep);
  expect(keep).toHaveAttribute('aria-pressed', 'false');
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Your browser does not let us save anything here.',
  );
});

test('without testimonies there is no section for them', () => {
  fakeApi();
  renderLetter();
  expect(screen.queryByText('Stories of Hope')).not.toBeInTheDocument();
});

test('testimonies: truncated at 100 characters, expanded and collapsed, hidden and shown', async () => {
  fakeApi();
  const { user } = renderLetter({
    testimonies: [
      { id: '1', redactedText: long, language: 'en' },
      { id: '2', redactedText: 'b'.repeat(100), language: null },
    ],
  });
  const [first, second] = within(
    screen.getByRole('region', { name: 'Stories of Hope' }),
  ).getAllByRole('listitem');
  if (!first || !second) throw new Error('both stories should be there');
  expect(first).toHaveTextContent(`${'a'.repeat(100)}...`);
  expect(within(second).queryByRole('button', { name: 'Read more' })).not.toBeInTheDocument();

  await user.click(within(first).getByRole('button', { name: 'Read more' }));
  expect(first).toHaveTextContent(long);
  await user.click(within(first).getByRole('button', { name: 'Show less' }));
  expect(first).toHaveTextContent(`${'a'.repeat(100)}...`);

  await user.click(screen.getByRole('checkbox', { name: 'Show stories' }));
  expect(first).not.toBeInTheDocument();
});

test('a testimony is marked with its language, and its placeholders are in it', () => {
  fakeApi();
  renderLetter({
    testimonies: [
      { id: '1', redactedText: '[name 1] oró conmigo en [church].', language: 'es' },
      { id: '2', redactedText: 'Ich war müde.', language: null },
    ],
  });
  expect(screen.getByText('[nombre 1] oró conmigo en [iglesia].')).toHaveAttribute('lang', 'es');
  expect(screen.getByText('Ich war müde.')).toHaveAttribute('lang', '');
});

test('offline: the message names its origin', () => {
  fakeApi();
  renderLetter({ offline: true });
  expect(screen.getAllByRole('status')[0]).toHaveTextContent('You are offline.');
});

test('not understood: the general message offers the topics', () => {
  fakeApi();
  renderLetter({
    topic: {
      ...guidance.topic,
      id: 'comfort',
      title: 'When words are hard to find',
    } as Letter['topic'],
  });
  expect(screen.getByRole('heading', { name: 'Is it closer to one of these?' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Fear' })).toHaveAttribute('href', '/');
});

test('context: the verses before and after, with the passage set apart', async () => {
  fakeApi({
    '/api/scripture/Psalm%204%3A8': () =>
      answer(200, {
        reference: 'Psalm 4:7-8',
        translation: 'World English Bible',
        verses: [
          {
            reference: 'Psalm 4:7',
            number: 7,
            text: 'You have put gladness in my heart.',
            inPassage: false,
          },
          {
            reference: 'Psalm 4:8',
            number: 8,
            text: 'In peace I will both lay myself down.',
            inPassage: true,
          },
        ],
      }),
  });
  const { user } = renderLetter();
  await user.click(screen.getByRole('button', { name: 'Read in context' }));
  expect(await screen.findByText('Psalm 4:7-8')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to the passage' }));
  expect(passage().getByText('Psalm 4:8')).toBeVisible();
});

test('context offline: the passage stays', async () => {
  fakeApi({ '/api/scripture/Psalm%204%3A8': unreachable });
  const { user } = renderLetter();
  await user.click(screen.getByRole('button', { name: 'Read in context' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
  expect(passage().getByText('Psalm 4:8')).toBeVisible();
});

test('library passages name book and page, mark matches, and are not styled as scripture', () => {
  fakeApi();
  renderLetter({
    sources: [
      {
        bookId: 'b1',
        title: 'On Peace',
        page: 12,
        snippet: 'A friend in the boat.',
        marks: [[2, 8]],
      },
    ],
  });
  expect(screen.getByRole('link', { name: 'On Peace, p. 12' })).toHaveAttribute(
    'href',
    '/library/b1?page=12',
  );
  expect(screen.getByText(/^From the library:/)).toHaveTextContent(
    'From the library: On Peace, p. 12',
  );
  const words = screen.getByText('friend');
  expect(words.tagName).toBe('MARK');
  expect(words.closest('blockquote, figure')).toBeNull();
});

test.each([
  ['In peace I will lie down.', 'In peace I will lie down.'],
  [
    `Come to me, all you who labor and are heavily burdened. ${'I will give you rest, and more than that. '.repeat(4)}`,
    /^Come to me, .*more than that\.$/,
  ],
  [`Word ${'and word, '.repeat(30)}`, /^Word and word, .*(and|word) …$/],
])('the epigraph of “%.30s” is its beginning, no word changed', (text, beginning) => {
  const shown = beginningOf(text);
  expect(shown).toMatch(beginning);
  expect(shown.length).toBeLessThan(175);
  expect(text.startsWith(shown.replace(/ …$/, ''))).toBe(true);
});

test('the first button keeps the letter, and the epigraph leads to the passage', () => {
  fakeApi();
  renderLetter();
  const [first] = screen
    .getAllByRole('button')
    .filter((button) => button.compareDocumentPosition(screen.getByText('Get More Guidance')) & 4)
    .slice(-1);
  expect(first).toHaveAccessibleName('Keep this on my device');
  expect(screen.getByRole('button', { name: 'Copy' })).toHaveTextContent('Copy');
  const [epigraph] = screen.getAllByRole('link', { name: 'Psalm 4:8' });
  expect(epigraph).toHaveAttribute('href', '#passage');
});

test('asks whether the letter was near only where it answers somebody, and once for each passage', async () => {
  fakeApi({ '/api/letters/anxiety/near': () => new Response(null, { status: 204 }) });
  const asked = () => screen.queryByRole('group', { name: 'Was this near?' });
  renderLetter();
  expect(asked()).not.toBeInTheDocument();
  document.body.replaceChildren();
  const { user } = renderLetter({ asksNear: true });
  expect(asked()).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Not quite' }));
  expect(await screen.findByText(/helps us write better letters/)).toBeVisible();
  expect(asked()).not.toBeInTheDocument();
});
