/** Every state of the staff tabs for documents, prayers and letters, with a mocked API. */
import type { Page } from '@playwright/test';
import { answers } from './account-states';
import { expect } from './journey';

type Open = (page: Page) => Promise<unknown>;

const document = {
  name: 'Letters on Rest.pdf',
  title: 'Letters on Rest',
  author: 'Anna Lindqvist',
  path: 'documents/1.pdf',
  status: 'completed',
  addedAt: '2026-11-20T12:00:00Z',
  size: 2_400_000,
  pages: 214,
  pagesRead: 214,
  reason: null,
  retryHelps: false,
  waitsForStorage: false,
};
const files = [
  { ...document, name: 'Waiting.pdf', status: 'pending', pages: null, pagesRead: 0 },
  { ...document, name: 'The Quiet Hour.pdf', status: 'processing', pages: 312, pagesRead: 84 },
  { ...document, name: 'Held up.pdf', status: 'processing', pagesRead: 12, waitsForStorage: true },
  document,
  {
    ...document,
    name: `${'a-very-long-name-'.repeat(14)}.pdf`,
    status: 'failed',
    pages: null,
    pagesRead: 0,
    reason: 'No readable text found. Is it a scan?',
    retryHelps: true,
  },
];

const preview = {
  pages: [
    {
      page: 3,
      text: 'The keeper climbed the stairs at dusk, as he had done for thirty years.\n\nHe lit the lamp for ships that he would never see.',
    },
    { page: 4, text: 'In the long nights he mended nets and wrote letters to his sister.' },
  ],
  headings: [
    { title: 'Part One: Of Rest', level: 1, page: 3 },
    { title: 'Of the Pause at Half the Way up a Long Hill', level: 2, page: 9 },
  ],
};

const letters = [
  {
    letter: 'parent-died',
    name: 'My parent died',
    passage: 'Psalm 34:18',
    near: 3,
    notQuite: 9,
  },
  { letter: 'grief', name: 'Grief', passage: '', near: 41, notQuite: 12 },
];

const prayers = [
  { id: 'p1', text: 'For rain.', createdAt: '2026-11-20T12:00:00Z', prayedAt: null },
  {
    id: 'p2',
    text: 'For my brother’s operation.\n\nThat he is not afraid.',
    createdAt: '2026-11-19T12:00:00Z',
    prayedAt: '2026-11-20T13:00:00Z',
  },
];

/** Signs staff in and opens this tab. */
const tab = async (page: Page, name: string) => {
  await answers(page, '/api/admin/testimonies?*', 200, []);
  await answers(page, '/api/admin/session', 200, { displayName: 'Ruth', role: 'owner' });
  await page.goto(`/admin?tab=${name.toLowerCase()}`);
  await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
};

const uploads =
  (status: number, body: unknown): Open =>
  async (page) => {
    // The stream stays pending: neither open nor failed.
    await page.route('**/api/admin/uploads/events', () => {});
    await answers(page, '/api/admin/uploads', status, body);
    await tab(page, 'Uploads');
  };

const choose = (page: Page, names: string[], size = 1000) =>
  page.getByLabel('Choose files').setInputFiles(
    names.map((name) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.alloc(size, 'a'),
    })),
  );

export const staffStates: Record<string, Open> = {
  uploads: async (page) => {
    await uploads(200, { files })(page);
    await expect(page.getByText('page 84 of 312')).toBeVisible();
  },
  'uploads-empty': uploads(200, { files: [] }),
  'uploads-failed': async (page) => {
    await uploads(503, { message: 'Please try again in a moment.' })(page);
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'uploads-stream-lost': async (page) => {
    await answers(page, '/api/admin/uploads', 200, { files });
    await page.route('**/api/admin/uploads/events', (route) => route.abort());
    await tab(page, 'Uploads');
    await expect(page.getByText('Live updates are interrupted')).toBeVisible();
  },
  'upload-refused': async (page) => {
    await uploads(200, { files: [] })(page);
    await choose(page, ['notes.txt']);
    await expect(page.getByText('Invalid file type: notes.txt')).toBeVisible();
  },
  'upload-empty': async (page) => {
    await uploads(200, { files: [] })(page);
    await choose(page, ['empty.pdf'], 0);
    await expect(page.getByText('Empty file: empty.pdf')).toBeVisible();
  },
  'upload-sending': async (page) => {
    await uploads(200, { files })(page);
    await page.route('**/api/admin/uploads', (route) =>
      route.request().method() === 'GET' ? route.fallback() : undefined,
    );
    await choose(page, ['one.pdf', 'two.pdf'], 2_000_000);
    await expect(page.getByRole('progressbar', { name: 'Uploading one.pdf' })).toBeVisible();
  },
  'upload-broken': async (page) => {
    await uploads(200, { files: [] })(page);
    await page.route('**/api/admin/uploads', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 502 }),
    );
    await choose(page, ['one.pdf']);
    await expect(page.getByText('Upload failed with status 502').first()).toBeVisible();
  },
  'upload-refused-by-proxy': async (page) => {
    await uploads(200, { files: [] })(page);
    await page.route('**/api/admin/uploads', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 413, body: '<h1>413 Request Entity Too Large</h1>' }),
    );
    await choose(page, ['one.pdf'], 2_000_000);
    await expect(page.getByText('Your proxy takes at most').first()).toBeVisible();
  },
  'upload-finished': async (page) => {
    await uploads(200, { files: [] })(page);
    await page.route('**/api/admin/uploads', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({
            status: 201,
            json: { files: [{ name: 'one.pdf', status: 'pending', unchanged: false }] },
          }),
    );
    await choose(page, ['one.pdf', 'two.pdf', 'notes.txt']);
    await expect(page.getByText('1 failed, 2 uploaded')).toBeVisible();
  },
  'upload-edit': async (page) => {
    await uploads(200, { files })(page);
    await page
      .getByRole('button', { name: 'Edit title and author of Letters on Rest.pdf' })
      .click();
    await expect(page.getByRole('dialog', { name: 'Title and author' })).toBeVisible();
  },
  'upload-preview': async (page) => {
    await uploads(200, { files })(page);
    await answers(page, '/api/admin/uploads/*/preview', 200, preview);
    await page.getByRole('button', { name: 'Preview Letters on Rest.pdf' }).click();
    await expect(page.getByText('The keeper climbed')).toBeVisible();
  },
  'upload-delete-asks': async (page) => {
    await uploads(200, { files })(page);
    await page.getByRole('button', { name: 'Delete Letters on Rest.pdf' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'staff-prayers': async (page) => {
    await answers(page, '/api/admin/prayers?*', 200, { prayers, total: 41 });
    await tab(page, 'Prayers');
    await expect(page.getByText('For rain.')).toBeVisible();
  },
  'staff-prayers-empty': async (page) => {
    await answers(page, '/api/admin/prayers?*', 200, { prayers: [], total: 0 });
    await tab(page, 'Prayers');
    await expect(page.getByText('Nobody is waiting for a prayer')).toBeVisible();
  },
  'staff-prayers-failed': async (page) => {
    await answers(page, '/api/admin/prayers?*', 503, { message: 'Please try again in a moment.' });
    await tab(page, 'Prayers');
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'staff-letters': async (page) => {
    await answers(page, '/api/admin/letters', 200, letters);
    await tab(page, 'Letters');
    await expect(page.getByText('My parent died')).toBeVisible();
  },
  'staff-letters-empty': async (page) => {
    await answers(page, '/api/admin/letters', 200, []);
    await tab(page, 'Letters');
    await expect(page.getByText('Nobody has said yet')).toBeVisible();
  },
  'staff-letters-failed': async (page) => {
    await answers(page, '/api/admin/letters', 503, { message: 'Please try again in a moment.' });
    await tab(page, 'Letters');
    await expect(page.getByRole('alert')).toBeVisible();
  },
};
