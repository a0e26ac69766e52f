/** Every state of the library and prayers, with a mocked API. */
import type { Page } from '@playwright/test';
import { answers, signedInAs } from './account-states';
import { expect } from './journey';

export type Open = (page: Page) => Promise<unknown>;

export const premium = { isPremium: true, subscriptionStatus: 'active', stripeCustomerId: 'cus_1' };

const books = [
  {
    id: '0193b2a4-0000-7000-8000-0000000000b1',
    title: 'Letters on Rest',
    author: null,
    pages: 214,
  },
  {
    id: '0193b2a4-0000-7000-8000-0000000000b2',
    title: 'The Quiet Hour: Morning and Evening Readings for People Who Are Tired',
    author: 'Anna Lindqvist',
    pages: 366,
  },
  { id: '0193b2a4-0000-7000-8000-0000000000b3', title: 'رسائل في السلام', author: null, pages: 1 },
];
const [book] = books;

const passages = [
  {
    bookId: book?.id,
    title: book?.title,
    heading: 'Of the Ground on Which the Work Can Stand',
    page: 12,
    snippet:
      'Rest is not what is left over when the work is done. It is the ground on which the work can stand, and he that has no rest has no ground.',
    marks: [
      [0, 4],
      [118, 122],
    ],
  },
  {
    bookId: books[1]?.id,
    title: books[1]?.title,
    heading: null,
    page: 200,
    snippet: 'He who cannot rest in the evening will not wake in the morning.',
    marks: [[14, 18]],
  },
];

const headings = [
  { title: 'Part One: Of Rest', level: 1, page: 1 },
  {
    title: 'Of the Pause at Half the Way up a Long Hill, and of Those Who Carry',
    level: 2,
    page: 9,
  },
  { title: 'Of the Evening', level: 2, page: 120 },
];

const text =
  'Rest is not what is left over when the work is done. It is the ground on which the work can stand.\n\nAnyone who has carried a load up a hill knows it: the pause at half the way is not the opposite of the climb. It belongs to the climb, as the silence between two words belongs to the sentence.\n\nSo let nobody tell you that you must have earned it first.';

export const never = (page: Page, path: string) => page.route(`**${path}`, () => {});

export const at = async (page: Page, path: string, title: string | RegExp) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

/** Mocks the session according to who the state is for. */
const asUserOfState = (page: Page, body: object) =>
  signedInAs(page, 'premium' in body && !body.premium ? {} : premium);

const library =
  (status: number, body: object, query = ''): Open =>
  async (page) => {
    await asUserOfState(page, body);
    await answers(page, '/api/library', status, body);
    await at(page, `/library${query}`, 'Teaching Library');
  };

const searching =
  (status: number, body: unknown): Open =>
  async (page) => {
    await answers(page, '/api/library/search?*', status, body);
    await library(200, { books, premium: true }, '?q=rest')(page);
  };

const reading =
  (status: number, body: unknown, query = ''): Open =>
  async (page) => {
    await signedInAs(page, premium);
    await answers(page, '/api/library/*/pages/*', status, body);
    await answers(page, '/api/library/*/contents', 200, { headings });
    await answers(page, '/api/library', 200, { books, premium: true });
    await page.goto(`/library/${book?.id}${query}`);
  };

const prayer = {
  id: '0193b2a4-0000-7000-8000-0000000000a1',
  text: 'For my brother’s operation on Tuesday.\n\nThat the doctors see well, and that he is not afraid.',
  createdAt: '2026-11-03T12:00:00Z',
  shared: false,
  prayedAt: null,
  answeredAt: null,
  answerNote: null,
};
export const list = [
  prayer,
  { ...prayer, id: 'a2', shared: true, prayedAt: '2026-11-04T12:00:00Z', text: 'For rain.' },
  {
    ...prayer,
    id: 'a3',
    text: 'For work, so that we can stay in the house.',
    answeredAt: '2026-11-18T12:00:00Z',
    answerNote: 'I begin on Monday.',
  },
];

const prayers =
  (status: number, body: object): Open =>
  async (page) => {
    await asUserOfState(page, body);
    await answers(page, '/api/prayers', status, body);
    await at(page, '/prayers', 'Prayer Requests');
  };

/** Mocks an empty list and this response to a new prayer. */
const writing =
  (status: number, body: object): Open =>
  async (page) => {
    await signedInAs(page, premium);
    await page.route('**/api/prayers', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { prayers: [], premium: true } })
        : route.fulfill({ status, json: body }),
    );
    await at(page, '/prayers', 'Prayer Requests');
    await page.getByRole('textbox').fill('For rain.');
    await page.getByRole('button', { name: 'Save this prayer' }).click();
  };

export const premiumStates: Record<string, Open> = {
  library: library(200, { books, premium: true }),
  'library-free': library(200, { books, premium: false }),
  'library-empty': library(200, { books: [], premium: true }),
  'library-failed': library(503, { message: 'Please try again in a moment.' }),
  'library-loading': async (page) => {
    await signedInAs(page, premium);
    await never(page, '/api/library');
    await at(page, '/library', 'Teaching Library');
  },
  'library-found': async (page) => {
    await searching(200, { passages })(page);
    await expect(page.getByText('2 passages found')).toBeVisible();
  },
  'library-found-nothing': async (page) => {
    await searching(200, { passages: [] })(page);
    await expect(page.getByText('Nothing found')).toBeVisible();
  },
  'library-search-failed': async (page) => {
    await searching(503, { message: 'Please try again in a moment.' })(page);
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'library-searching': async (page) => {
    await never(page, '/api/library/search?*');
    await library(200, { books, premium: true }, '?q=rest')(page);
    await expect(page.getByText('Searching…')).toBeVisible();
  },
  'library-too-long': async (page) => {
    await library(200, { books, premium: true })(page);
    await page.getByRole('searchbox').fill('a'.repeat(201));
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
  reading: async (page) => {
    await reading(200, { book, page: 12, text }, '?page=12')(page);
    await expect(page.getByText('Page 12 of 214')).toBeVisible();
  },
  'reading-contents': async (page) => {
    await reading(200, { book, page: 12, text }, '?page=12')(page);
    await expect(page.getByRole('article')).toBeVisible();
    await page.getByText('Contents').click();
    await expect(page.getByRole('link', { name: /Of the Evening/ })).toBeVisible();
  },
  'reading-found': async (page) => {
    await answers(page, '/api/library/search?*', 200, { passages: passages.slice(0, 1) });
    await reading(200, { book, page: 12, text }, '?page=12&q=rest')(page);
    await expect(page.getByText('1 passage found')).toBeVisible();
  },
  'reading-no-such-page': async (page) => {
    await reading(200, { book, page: 1, text })(page);
    await page.getByLabel('Go to page').fill('9999');
    await page.getByRole('button', { name: 'Go', exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'reading-free': async (page) => {
    await reading(403, { code: 'PREMIUM_REQUIRED', message: 'Premium only.' })(page);
    await expect(page.getByText('Reading is part of Premium')).toBeVisible();
  },
  'reading-gone': async (page) => {
    await reading(404, { code: 'NOT_FOUND' })(page);
    await expect(page.getByText('There is no such page')).toBeVisible();
  },
  'reading-failed': async (page) => {
    await reading(503, { message: 'Please try again in a moment.' })(page);
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'reading-loading': async (page) => {
    await signedInAs(page, premium);
    await never(page, '/api/library/*/pages/*');
    await at(page, `/library/${book?.id}`, 'Opening the book…');
  },

  prayers: prayers(200, { prayers: list, premium: true }),
  'prayers-free': prayers(200, { prayers: [], premium: false }),
  'prayers-lapsed': prayers(200, { prayers: list, premium: false }),
  'prayers-empty': prayers(200, { prayers: [], premium: true }),
  'prayers-failed': prayers(503, { message: 'Please try again in a moment.' }),
  'prayers-loading': async (page) => {
    await signedInAs(page, premium);
    await never(page, '/api/prayers');
    await at(page, '/prayers', 'Prayer Requests');
  },
  'prayer-blank': async (page) => {
    await prayers(200, { prayers: [], premium: true })(page);
    await page.getByRole('button', { name: 'Save this prayer' }).click();
    await expect(page.getByText('Please write your prayer.')).toBeVisible();
  },
  'prayer-too-long': async (page) => {
    await prayers(200, { prayers: [], premium: true })(page);
    await page.getByRole('textbox').fill('For rain. '.repeat(201));
    await page.getByRole('button', { name: 'Save this prayer' }).click();
    await expect(page.getByText('Please shorten this')).toBeVisible();
  },
  'prayer-kept': async (page) => {
    await writing(201, { crisis: false, resources: null, prayer })(page);
    await expect(page.getByText('Your prayer is saved.')).toBeVisible();
  },
  'prayer-failed': async (page) => {
    await writing(503, { message: 'Please try again in a moment.' })(page);
    await expect(page.getByText('Your prayer could not be saved')).toBeVisible();
  },
  'prayer-answering': async (page) => {
    await prayers(200, { prayers: list, premium: true })(page);
    await page
      .getByRole('button', { name: /^Mark the prayer/ })
      .first()
      .click();
    await expect(page.getByLabel('How was it answered?')).toBeFocused();
  },
  'prayer-delete-asks': async (page) => {
    await prayers(200, { prayers: list, premium: true })(page);
    await page
      .getByRole('button', { name: /^Delete the prayer/ })
      .first()
      .click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
};
