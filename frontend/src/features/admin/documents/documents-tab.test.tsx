import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, unreachable, waiting } from '@/testing/fake-api';
import { fakeEvents } from '@/testing/fake-events';
import { fakeStaff } from '@/testing/fake-staff';
import { fakeUploads } from '@/testing/fake-uploads';
import { renderScreen } from '@/testing/render-screen';
import { Toasts } from '@/testing/toasts';
import type { Document } from '../types';
import { DocumentsTab } from './documents-tab';
import { emptyUploads } from './upload-queue';

const document = (name: string, change: Partial<Document> = {}): Document => ({
  name,
  title: 'Letters on Rest',
  author: null,
  path: `documents/${name}`,
  status: 'completed',
  addedAt: '2026-11-20T12:00:00Z',
  size: 2_400_000,
  pages: 312,
  pagesRead: 312,
  reason: null,
  retryHelps: false,
  waitsForStorage: false,
  ...change,
});

beforeEach(emptyUploads);

function open(files: Document[] = [], handlers = {}) {
  const streams = fakeEvents();
  const uploads = fakeUploads();
  const { sent, session } = fakeStaff([], {
    '/api/admin/uploads': () => answer(200, { files }),
    '/api/admin/uploads/ingest': () => answer(202, { queued: 1 }),
    ...handlers,
  });
  const rendered = renderScreen(
    <>
      <DocumentsTab />
      <Toasts />
    </>,
  );
  return { ...rendered, streams, uploads, sent, session };
}

const pdf = (name: string, size = 1000) => {
  const file = new File(['%PDF-1.7'], name, { type: 'application/pdf' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose files'), { target: { files } });
const rows = () => within(screen.getByRole('list', { name: 'Documents' })).getAllByRole('listitem');
const stored = (name: string, unchanged = false) => ({
  files: [{ name, status: 'pending', unchanged }],
});

test('loading, then empty', async () => {
  open();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(await screen.findByText(/No documents yet/)).toBeVisible();
});

test.each([
  ['error', () => answer(503, { message: 'Please try again in a moment.' }), 'in a moment'],
  ['offline', unreachable, 'could not be reached'],
])('%s: shows an error', async (_, handler, words) => {
  open([], { '/api/admin/uploads': handler });
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
});

test('each status has a label', async () => {
  open([
    document('a.pdf', { status: 'pending', pages: null, pagesRead: 0 }),
    document('b.pdf', { status: 'processing', pagesRead: 84 }),
    document('c.pdf'),
    document('d.pdf', { status: 'failed', reason: 'This PDF is password-protected.' }),
  ]);
  await screen.findByText('a.pdf');
  const [pending, processing, completed, failed] = rows();
  expect(pending).toHaveTextContent('Pending');
  expect(processing).toHaveTextContent('page 84 of 312');
  expect(screen.getByRole('progressbar', { name: 'Reading b.pdf' })).toHaveAttribute('value', '84');
  expect(completed).toHaveTextContent('2.4 MB, 312 pages');
  expect(failed).toHaveTextContent('This PDF is password-protected.');
});

test('unavailable storage is shown and announced, until it is back', async () => {
  const reading = { status: 'processing', pagesRead: 84 } as const;
  const { streams } = open([document('b.pdf', reading)]);
  await screen.findByText('page 84 of 312');
  streams[0]?.tell('file', document('b.pdf', { ...reading, waitsForStorage: true }));
  const away =
    'The file storage is not responding. This will continue on its own as soon as it does.';
  expect(screen.getByText(away)).toBeVisible();
  expect(screen.getByText(`b.pdf: ${away}`)).toBeInTheDocument();
  streams[0]?.tell('file', document('b.pdf', reading));
  expect(screen.queryByText(away)).not.toBeInTheDocument();
});

test('events from the server update the list', async () => {
  const { streams } = open([document('a.pdf', { status: 'pending', pages: null, pagesRead: 0 })]);
  await screen.findByText('Pending');
  const [stream] = streams;
  stream?.tell('file', document('a.pdf', { status: 'processing', pagesRead: 1 }));
  expect(screen.getByText('page 1 of 312')).toBeVisible();
  expect(screen.getByText('a.pdf: processing')).toBeInTheDocument();
  stream?.tell('file', document('new.pdf'));
  expect(rows()).toHaveLength(2);
  stream?.tell('removed', { name: 'a.pdf' });
  expect(rows()).toHaveLength(1);
  stream?.tell('files', { files: [] });
  expect(screen.getByText(/No documents yet/)).toBeVisible();
});

test('a lost stream is shown and the list refetched, until the stream is back', async () => {
  const { streams, sent } = open([document('a.pdf')]);
  await screen.findByText('Completed');
  const asked = () => sent.filter(({ path }) => path === '/api/admin/uploads').length;
  const before = asked();
  streams[0]?.break('for a moment');
  expect(screen.getByText(/Live updates are interrupted/)).toBeVisible();
  await waitFor(() => expect(asked()).toBe(before + 1));
  streams[0]?.tell('files', { files: [document('a.pdf')] });
  expect(screen.queryByText(/Live updates are interrupted/)).not.toBeInTheDocument();
});

test.each([
  [pdf('notes.txt'), 'Invalid file type: notes.txt. Only PDF files are allowed.'],
  [pdf('big.pdf', 100 * 1024 * 1024 + 1), 'File too large: big.pdf. Maximum size is 100MB.'],
  [pdf('empty.PDF', 0), 'Empty file: empty.PDF. Please select a valid file.'],
])('an invalid file is not uploaded: %#', async (file, words) => {
  const { uploads, user } = open();
  choose(file);
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(uploads).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: `Take ${file.name} off this list` }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('several files are uploaded one by one with progress, and processed at once', async () => {
  const { uploads, sent } = open();
  choose(pdf('one.pdf', 2_000_000), pdf('two.PDF', 100 * 1024 * 1024));
  expect(uploads).toHaveLength(1);
  expect(uploads[0]?.form?.get('files')).toHaveProperty('name', 'one.pdf');
  uploads[0]?.progress(500, 1000);
  expect(screen.getByText('1 MB of 2 MB')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Uploading one.pdf' })).toBeVisible();

  await uploads[0]?.answer(201, stored('one.pdf'));
  expect(screen.getByText('Uploaded, 2 MB')).toBeVisible();
  expect(uploads).toHaveLength(2);
  await uploads[1]?.answer(201, stored('two.PDF'));

  expect(await screen.findByText('2 file(s) uploaded successfully!')).toBeVisible();
  expect(
    screen.getByText('Processing biblical content... This may take a few minutes.', {
      exact: false,
    }),
  ).toBeVisible();
  await waitFor(() => expect(screen.getAllByText('Content processing started')).toHaveLength(2));
  expect(sent.filter(({ path }) => path === '/api/admin/uploads/ingest')).toHaveLength(2);
});

test('files can be dropped', async () => {
  const { uploads } = open();
  const zone = screen.getByText('Drop PDF files here, or');
  fireEvent.dragOver(zone);
  expect(screen.getByText('Let go to upload.')).toBeVisible();
  fireEvent.drop(zone, { dataTransfer: { files: [pdf('one.pdf')] } });
  await waitFor(() => expect(uploads).toHaveLength(1));
});

test('identical content is reported as unchanged and not processed again', async () => {
  const { uploads, sent } = open();
  choose(pdf('one.pdf'));
  await uploads[0]?.answer(201, stored('one.pdf', true));
  expect(screen.getByText(/Unchanged: the same content is already here/)).toBeVisible();
  expect(screen.queryByText(/uploaded successfully/)).not.toBeInTheDocument();
  expect(sent.some(({ path }) => path === '/api/admin/uploads/ingest')).toBe(false);
});

test.each([
  [422, { message: 'Empty file: a.pdf. Please select a valid file.' }, 'Empty file: a.pdf.'],
  [502, '', 'Upload failed with status 502'],
])('an upload refused with %i shows the reason', async (status, body, words) => {
  const { uploads } = open();
  choose(pdf('a.pdf'));
  await uploads[0]?.answer(status, body);
  expect(screen.getByText('Upload failed')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(words);
});

test('an upload that failed on the network can be retried', async () => {
  const { uploads, user } = open();
  choose(pdf('a.pdf'));
  await uploads[0]?.lose();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'An unexpected error occurred. Please try again.',
  );
  await user.click(
    within(screen.getByRole('list', { name: 'Uploads' })).getByRole('button', {
      name: 'Try again',
    }),
  );
  await uploads[1]?.answer(201, stored('a.pdf'));
  expect(await screen.findByText('1 file(s) uploaded successfully!')).toBeVisible();
});

test('processing that fails to start shows an error and can be started manually', async () => {
  let works = false;
  const { uploads, user } = open([], {
    '/api/admin/uploads/ingest': () => (works ? answer(202, { queued: 1 }) : answer(503, {})),
  });
  choose(pdf('a.pdf'));
  await uploads[0]?.answer(201, stored('a.pdf'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Processing failed to startFiles uploaded but automatic processing encountered an error.',
  );
  works = true;
  await user.click(screen.getByRole('button', { name: 'Start processing' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(screen.getAllByText('Content processing started')[0]).toBeVisible();
});

test('deleting asks for confirmation and reports success', async () => {
  const path = '/api/admin/uploads/a%20b.pdf';
  const { user, sent } = open([document('a b.pdf')], {
    [path]: () => new Response(null, { status: 204 }),
  });
  const button = await screen.findByRole('button', { name: 'Delete a b.pdf' });
  await user.click(button);
  const dialog = () => within(screen.getByRole('alertdialog'));
  await user.click(dialog().getByRole('button', { name: 'Cancel' }));
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(button);
  await user.click(dialog().getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('File deleted')).toBeVisible();
  expect(screen.getByText(/No documents yet/)).toBeVisible();
});

test('a failed deletion shows an error and keeps the document', async () => {
  const { user } = open([document('a.pdf')], { '/api/admin/uploads/a.pdf': unreachable });
  await user.click(await screen.findByRole('button', { name: 'Delete a.pdf' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Delete failedCould not delete a.pdf. Please try again.',
  );
  expect(rows()).toHaveLength(1);
});

test('a file that a proxy refuses names its limit and cannot be retried', async () => {
  const { uploads } = open();
  choose(pdf('a.pdf', 52_400_000));
  await uploads[0]?.answer(413, '<html><h1>413 Request Entity Too Large</h1></html>');
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Your proxy takes at most files below 52.4 MB, so this one did not reach us.',
  );
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('our own refusal of a size is no matter of a proxy', async () => {
  const { uploads } = open();
  choose(pdf('a.pdf', 2_000_000));
  await uploads[0]?.answer(413, { code: 'TOO_LARGE', message: 'File too large: a.pdf.' });
  expect(screen.getByRole('alert')).toHaveTextContent('File too large: a.pdf.');
});

test('a large file whose connection ends may be too large for a proxy, and can be retried', async () => {
  const { uploads } = open();
  choose(pdf('a.pdf', 52_400_000));
  await uploads[0]?.lose();
  expect(screen.getByRole('alert')).toHaveTextContent(
    /ended while 52.4 MB were being sent.*a proxy before this server may refuse their size/,
  );
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('failures come first, finished files are folded, and one line sums up', async () => {
  const { uploads, user } = open();
  choose(pdf('one.pdf'), pdf('two.pdf'), pdf('three.pdf'), pdf('notes.txt'), pdf('four.pdf'));
  await uploads[0]?.answer(201, stored('one.pdf'));
  await uploads[1]?.answer(201, stored('two.pdf', true));
  await uploads[2]?.answer(502, '');
  expect(screen.getByText('2 failed, 1 on the way, 1 uploaded, 1 unchanged')).toBeVisible();
  const names = within(screen.getByRole('list', { name: 'Uploads' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('bdi')?.textContent);
  expect(names).toEqual(['three.pdf', 'notes.txt', 'four.pdf']);
  const finished = screen.getByText('2 finished files');
  expect(finished.closest('details')).not.toHaveAttribute('open');
  await user.click(finished);
  expect(screen.getByRole('list', { name: '2 finished files' })).toHaveTextContent(/one.*two/);
});

test('only a failure that may end otherwise offers a retry', async () => {
  open([
    document('a.pdf', { status: 'failed', reason: 'This file is damaged.' }),
    document('b.pdf', { status: 'failed', reason: 'This took too long.', retryHelps: true }),
  ]);
  expect(await screen.findByRole('button', { name: 'Retry b.pdf' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry a.pdf' })).not.toBeInTheDocument();
});

test('title and author can be changed', async () => {
  const path = '/api/admin/uploads/a.pdf';
  let works = false;
  const { user, sent } = open([document('a.pdf', { author: 'Anna Lindqvist' })], {
    [path]: () =>
      works
        ? answer(200, document('a.pdf'))
        : answer(422, { message: 'Wrong.', fields: { title: 'Please enter a title.' } }),
  });
  expect(await screen.findByText('Letters on Rest, by Anna Lindqvist')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit title and author of a.pdf' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Title and author' }));
  const title = dialog.getByRole('textbox', { name: 'Title' });
  expect(title).toHaveValue('Letters on Rest');
  await user.clear(title);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Please enter a title.');
  works = true;
  await user.type(title, 'On Rest');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Title and author saved')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sent.at(-1)).toMatchObject({
    method: 'PATCH',
    body: { title: 'On Rest', author: 'Anna Lindqvist' },
  });
});

test('the preview shows the first pages and the headings as they were read', async () => {
  const { user } = open([document('a.pdf')], {
    '/api/admin/uploads/a.pdf/preview': () =>
      answer(200, {
        pages: [{ page: 3, text: 'The keeper climbed the stairs.' }],
        headings: [{ title: 'Of Patience', level: 1, page: 3 }],
      }),
  });
  await user.click(await screen.findByRole('button', { name: 'Preview a.pdf' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Letters on Rest, as it was read' }));
  expect(await dialog.findByText('The keeper climbed the stairs.')).toBeVisible();
  expect(dialog.getByText('Of Patience')).toBeVisible();
});

test('a failed document can be processed again', async () => {
  const path = '/api/admin/uploads/a.pdf/retry';
  const { user, sent } = open(
    [document('a.pdf', { status: 'failed', reason: 'This took too long.', retryHelps: true })],
    { [path]: waiting },
  );
  await user.click(await screen.findByRole('button', { name: 'Retry a.pdf' }));
  expect(sent.some((one) => one.path === path && one.method === 'POST')).toBe(true);
  expect(screen.getByRole('button', { name: 'Retry a.pdf' })).toHaveTextContent('Retrying…');
});
