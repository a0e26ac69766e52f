import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { page } from '@/lib/page';
import { answer, fakeApi, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { LibraryScreen } from './library-screen';
import { noteReadingPlace } from './reading-place';

const books = [
  { id: 'b1', title: 'Letters on Rest', author: 'Anna Lindqvist', pages: 214 },
  { id: 'b2', title: 'The Quiet Hour', author: null, pages: 1 },
];
const passage = {
  bookId: 'b1',
  title: 'Letters on Rest',
  heading: 'Of Work' as string | null,
  page: 12,
  snippet: 'Rest is the ground on which the work can stand.',
  marks: [[0, 4]],
};

function open(api: Parameters<typeof fakeApi>[0] = {}, at = '/library', premium = true) {
  const sent = fakeApi({ '/api/library': () => answer(200, { books, premium }), ...api });
  return { ...renderScreen(<LibraryScreen />, { path: '/library', at }), sent };
}
const found = { crisis: false, resources: null, passages: [] };
const field = () => screen.findByRole('searchbox', { name: 'Search all books' });

test('loading is announced', () => {
  open({ '/api/library': waiting });
  expect(screen.getByRole('status', { name: 'Loading the library' })).toBeVisible();
});

test('every title shows its page count and links to its first page', async () => {
  open();
  const link = await screen.findByRole('link', { name: /Letters on Rest/ });
  expect(link).toHaveAttribute('href', '/library/b1');
  expect(link).toHaveTextContent('214 pages');
  expect(link).toHaveTextContent('by Anna Lindqvist');
  expect(screen.getByText('1 page')).toBeVisible();
});

test('empty: says that books are coming', async () => {
  open({ '/api/library': () => answer(200, { books: [], premium: true }) });
  expect(await screen.findByText(/shelves are still empty/)).toBeVisible();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
});

test.each([
  ['error', () => answer(503, { message: 'Please try again in a moment.' }), 'in a moment'],
  ['offline', unreachable, 'could not be reached'],
])('%s: shows an error and offers a retry', async (_, handler, words) => {
  let works = false;
  const { user } = open({
    '/api/library': () => (works ? answer(200, { books, premium: true }) : handler()),
  });
  expect(await screen.findByText(new RegExp(words))).toBeVisible();
  works = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The Quiet Hour')).toBeVisible();
});

test('free: titles without links, and what Premium would unlock', async () => {
  const go = vi.spyOn(page, 'go').mockImplementation(() => {});
  const { user } = open({}, '/library?q=rest', false);
  expect(await screen.findByText('Letters on Rest')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Letters on Rest/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  expect(screen.getByText(/Renews every month until you cancel/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Upgrade to Premium' }));
  expect(go).toHaveBeenCalledWith('/subscribe');
});

test('a search is in the URL, marks matches and links to their pages', async () => {
  const { user, router, sent } = open({
    '/api/library/search': () => answer(200, { ...found, passages: [passage] }),
  });
  await user.type(await field(), '  rest {Enter}');
  expect(router.state.location.search).toBe('?q=rest');
  expect(await screen.findByText('1 passage found for “rest”')).toBeVisible();
  const results = within(screen.getByRole('region', { name: 'Search results' }));
  expect(results.getByText('Rest').tagName).toBe('MARK');
  expect(results.getByRole('heading', { name: 'Letters on Rest' })).toBeVisible();
  expect(results.getByRole('link', { name: 'Of Work, p. 12' })).toHaveAttribute(
    'href',
    '/library/b1?page=12&q=rest',
  );
  expect(
    [...sent]
      .reverse()
      .find(({ path }) => path === '/api/library/search')
      ?.search.get('q'),
  ).toBe('rest');
});

test('what is found is grouped by book, that of the best passage first', async () => {
  const at = (bookId: string, title: string, page: number) => ({
    ...passage,
    bookId,
    title,
    heading: null,
    page,
    snippet: `Rest on page ${page}.`,
  });
  const passages = [
    at('b2', 'The Quiet Hour', 1),
    at('b1', 'Letters on Rest', 90),
    at('b2', 'The Quiet Hour', 7),
  ];
  open({ '/api/library/search': () => answer(200, { ...found, passages }) }, '/library?q=rest');
  await screen.findByText('3 passages found for “rest”');
  const results = within(screen.getByRole('region', { name: 'Search results' }));
  expect(results.getAllByRole('heading').map((one) => one.textContent)).toEqual([
    'The Quiet Hour',
    'Letters on Rest',
  ]);
  expect(results.getAllByRole('link').map((one) => one.textContent)).toEqual([
    'Page 1',
    'Page 7',
    'Page 90',
  ]);
});

test('the page that was read last on this device is one press away', async () => {
  noteReadingPlace({ book: 'b1', title: 'An older title', page: 12 });
  open();
  const link = await screen.findByRole('link', { name: 'Letters on Rest, p. 12' });
  expect(link).toHaveAttribute('href', '/library/b1?page=12');
  expect(link.closest('p')).toHaveTextContent('Continue reading: Letters on Rest, p. 12');
});

test('a book that was taken away cannot be continued', async () => {
  noteReadingPlace({ book: 'gone', title: 'Gone', page: 12 });
  open();
  await screen.findByText('The Quiet Hour');
  expect(screen.queryByText(/Continue reading/)).not.toBeInTheDocument();
});

test('a URL with a query searches at once, and Back restores an earlier query', async () => {
  const { router } = open(
    { '/api/library/search': () => answer(200, found) },
    '/library?q=100%25 _sure',
  );
  expect(await screen.findByText(/Nothing found for “100% _sure”/)).toBeVisible();
  expect(await field()).toHaveValue('100% _sure');
  await router.navigate('/library?q=peace');
  expect(await screen.findByText(/Nothing found for “peace”/)).toBeVisible();
  expect(await field()).toHaveValue('peace');
});

test('a query that is too long is not sent', async () => {
  const { user, sent } = open();
  await user.click(await field());
  await user.paste('a'.repeat(201));
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(await field()).toHaveFocus();
  expect(screen.getByRole('alert')).toHaveTextContent('200 characters at most');
  expect(sent.some(({ path }) => path === '/api/library/search')).toBe(false);
});

test('a running search is announced, and a failed one shows an error', async () => {
  open({ '/api/library/search': waiting }, '/library?q=rest');
  expect(await screen.findByText('Searching…')).toBeVisible();
});

test('a failed search shows an error and keeps the titles', async () => {
  open({ '/api/library/search': unreachable }, '/library?q=rest');
  expect(await screen.findByText(/The search did not work/)).toBeVisible();
  expect(screen.getByRole('link', { name: /Letters on Rest/ })).toBeVisible();
});

test('words of danger open the helplines, and nothing is said to be found', async () => {
  const { dialogs } = open(
    { '/api/library/search': () => answer(200, { ...found, crisis: true }) },
    '/library?q=end+it',
  );
  expect(await screen.findByText(/We did not look for these words/)).toBeVisible();
  expect(screen.queryByText(/found for|Nothing found/)).not.toBeInTheDocument();
  expect(dialogs.showCrisis).toHaveBeenCalledOnce();
});
