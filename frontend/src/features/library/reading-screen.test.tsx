import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, fakeApi, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { ReadingScreen } from './reading-screen';

const book = { id: 'b1', title: 'Letters on Rest', author: null, pages: 3 };
const onPage = (page: number, text = `Words of page ${page}.`) => ({
  [`/api/library/b1/pages/${page}`]: () => answer(200, { book, page, text }),
});

function open(api: Parameters<typeof fakeApi>[0], at = '/library/b1') {
  const sent = fakeApi(api);
  return { ...renderScreen(<ReadingScreen />, { path: '/library/:id', at }), sent };
}

test('loading is announced', async () => {
  open({ '/api/library/b1/pages/1': waiting });
  expect(await screen.findByRole('status', { name: 'Opening the page' })).toBeVisible();
});

test('a book opens at its first page, in paragraphs', async () => {
  open(onPage(1, 'One.\n\nTwo,\nstill two.'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Letters on Rest' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Page 1 of 3' })).toBeVisible();
  expect(screen.getByText('One.').tagName).toBe('P');
  expect(screen.getByText(/still two/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
});

test('turning a page changes the URL and moves focus to its start', async () => {
  const { user, router } = open({ ...onPage(1), ...onPage(2), ...onPage(3) });
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Words of page 2.')).toBeVisible();
  expect(router.state.location.search).toBe('?page=2');
  expect(screen.getByRole('heading', { name: 'Page 2 of 3' })).toHaveFocus();
  await user.type(screen.getByLabelText('Go to page'), '3{Enter}');
  expect(await screen.findByText('Words of page 3.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
});

test.each(['0', '4', '1.5', 'two'])('there is no page %s', async (typed) => {
  const { user } = open(onPage(1));
  await user.type(await screen.findByLabelText('Go to page'), `${typed}{Enter}`);
  expect(screen.getByRole('alert')).toHaveTextContent('from 1 to 3');
});

test('a page without text says so', async () => {
  open(onPage(1, '  '));
  expect(await screen.findByText('There are no words on this page.')).toBeVisible();
});

test('find in this book: results from its other pages, without leaving the current one', async () => {
  const { user, router, sent } = open(
    {
      ...onPage(2),
      ...onPage(3),
      '/api/library/search': () =>
        answer(200, {
          passages: [
            {
              bookId: 'b1',
              title: book.title,
              heading: null,
              page: 3,
              snippet: 'words',
              marks: [],
            },
          ],
        }),
    },
    '/library/b1?page=2',
  );
  await user.type(
    await screen.findByRole('searchbox', { name: 'Find in this book' }),
    'words{Enter}',
  );
  expect(router.state.location.search).toBe('?page=2&q=words');
  await user.click(await screen.findByRole('link', { name: 'Page 3' }));
  expect(await screen.findByText('Words of page 3.')).toBeVisible();
  const search = sent.find(({ path }) => path === '/api/library/search')?.search;
  expect(search?.get('book')).toBe('b1');
  expect(screen.getByRole('link', { name: 'Teaching Library' })).toHaveAttribute(
    'href',
    '/library?q=words',
  );
});

test('the contents lead to their pages, and tell where the reader is', async () => {
  const headings = [
    { title: 'Of Patience', level: 1, page: 1 },
    { title: 'Of Rain', level: 2, page: 2 },
    { title: 'Of Hope', level: 1, page: 3 },
  ];
  const { user } = open(
    {
      ...onPage(2),
      ...onPage(3),
      '/api/library/b1/contents': () => answer(200, { headings }),
    },
    '/library/b1?page=2',
  );
  await user.click(await screen.findByText('Contents'));
  expect(screen.getByRole('link', { name: /Of Rain/ })).toHaveAttribute('aria-current', 'location');
  await user.click(screen.getByRole('link', { name: /Of Hope/ }));
  expect(await screen.findByText('Words of page 3.')).toBeVisible();
  expect(screen.getByRole('link', { name: /Of Hope/ })).toHaveAttribute('aria-current', 'location');
});

test('a book without headings has no contents', async () => {
  open({ ...onPage(1), '/api/library/b1/contents': () => answer(200, { headings: [] }) });
  await screen.findByText('Words of page 1.');
  expect(screen.queryByText('Contents')).not.toBeInTheDocument();
});

test('free: names the book and says that reading is part of Premium', async () => {
  open({
    '/api/library': () => answer(200, { books: [book], premium: false }),
    '/api/library/b1/pages/1': () =>
      answer(403, { code: 'PREMIUM_REQUIRED', message: 'Premium only.' }),
  });
  expect(await screen.findByRole('heading', { name: 'Reading is part of Premium' })).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: 'Letters on Rest' })).toBeVisible();
});

test('a missing page shows an error', async () => {
  open(
    { '/api/library/b1/pages/9': () => answer(404, { code: 'NOT_FOUND' }) },
    '/library/b1?page=9',
  );
  expect(await screen.findByText(/There is no such page/)).toBeVisible();
});

test('an invalid page number shows an error beside its field, which gets focus', async () => {
  const { user } = open(onPage(1));
  const number = await screen.findByRole('textbox', { name: 'Go to page' });
  await user.type(number, '4000');
  await user.click(screen.getByRole('button', { name: 'Go' }));
  expect(number).toHaveAccessibleDescription(/Please enter a number/);
  expect(number).toHaveFocus();
});

test('offline: says so and retries', async () => {
  let online = false;
  const { user } = open({
    '/api/library/b1/pages/1': () =>
      online ? answer(200, { book, page: 1, text: 'Back.' }) : unreachable(),
  });
  expect(await screen.findByText(/The page could not be opened/)).toBeVisible();
  online = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByText('Back.')).toBeVisible());
});

test('the page is remembered on the device, until the book is gone', async () => {
  const { user } = open({ ...onPage(1), '/api/library/b1/pages/2': () => answer(404, {}) });
  await screen.findByText('Words of page 1.');
  const kept = () => JSON.parse(localStorage.getItem('stillwater:reading') ?? 'null');
  expect(kept()).toMatchObject({ book: 'b1', title: 'Letters on Rest', page: 1 });
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText(/There is no such page/)).toBeVisible();
  await waitFor(() => expect(kept()).toBeNull());
});
