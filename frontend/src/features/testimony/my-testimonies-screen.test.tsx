import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OwnTestimony } from '@/lib/api/types';
import { speak, translated } from '@/lib/language';
import { rejection } from '@/lib/rejection-words';
import { rejectionInSpanish } from '@/lib/rejection-words.es';
import { answer, fakeApi, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { MyTestimoniesScreen } from './my-testimonies-screen';
import { removedFrom } from './removed';

const testimony: OwnTestimony = {
  id: 's1',
  status: 'pending',
  redactedText: 'A friend called [name] came to [place] every day.',
  language: 'en',
  piiRiskLevel: 'low',
  createdAt: '2026-11-03T12:00:00Z',
  moderatedAt: null,
  moderationNotes: null,
  prayers: 0,
};

// jsdom has no layout: the test sets the height of a testimony.
let height = 72;
beforeEach(() => {
  height = 72;
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(72);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(() => height);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly seen: () => void) {}
      observe() {
        this.seen();
      }
      disconnect() {}
    },
  );
});

afterEach(() => speak('en', new Map()));

function open(api: Parameters<typeof fakeApi>[0]) {
  const sent = fakeApi(api);
  return { ...renderScreen(<MyTestimoniesScreen />, { path: '/testimonies' }), sent };
}
const list = (...testimonies: Partial<OwnTestimony>[]) => ({
  '/api/user/testimonies': () =>
    answer(
      200,
      testimonies.map((change) => ({ ...testimony, ...change })),
    ),
});

test('loading is announced', async () => {
  open({ '/api/user/testimonies': waiting });
  expect(await screen.findByRole('status', { name: 'Loading your stories' })).toBeVisible();
});

test('empty: No Testimonies Yet, and a link to write the first', async () => {
  open(list());
  expect(await screen.findByRole('heading', { name: 'No Testimonies Yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Share Your Story' })).toHaveAttribute(
    'href',
    '/testimony',
  );
});

test.each([
  [
    'the message',
    () => answer(403, { message: 'This account is blocked.' }),
    'This account is blocked.',
  ],
  ['An error occurred', () => answer(500, ''), 'An error occurred'],
])('error: Failed to load testimonies with %s', async (_, reply, words) => {
  open({ '/api/user/testimonies': reply });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load testimonies');
  expect(within(alert).getByText(words)).toBeVisible();
});

test('offline: says so, and a retry works', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let online = false;
  const { user } = open({
    '/api/user/testimonies': () => (online ? answer(200, [testimony]) : unreachable()),
  });
  expect(await screen.findByText(/You are offline/)).toBeVisible();
  online = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Pending Approval')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('pending: the date, the badge and the redacted text', async () => {
  open(list({}));
  expect(await screen.findByText('Pending Approval')).toBeVisible();
  expect(screen.getByText('November 3, 2026')).toBeVisible();
  expect(screen.getByText(testimony.redactedText ?? '')).toHaveClass('line-clamp-3');
});

test('approved: the date of the approval', async () => {
  open(list({ status: 'approved', moderatedAt: '2026-11-09T12:00:00Z' }));
  expect(await screen.findByText('November 9, 2026')).toBeVisible();
});

test('rejected: the notes under Not Approved', async () => {
  open(list({ status: 'rejected', moderationNotes: 'Please leave out the advertisement.' }));
  const badge = await screen.findByText('Not Approved');
  const notes = screen.getByText('Please leave out the advertisement.');
  expect(badge.compareDocumentPosition(notes)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a reason from a template is read in the language of the app, and one of own words as written', async () => {
  speak('es', new Map([translated(rejection, rejectionInSpanish)]));
  open(
    list(
      { id: 'one', status: 'rejected', moderationNotes: rejection.advice },
      { id: 'two', status: 'rejected', moderationNotes: `${rejection.advice} It is long.` },
    ),
  );
  const reason = await screen.findByText(rejectionInSpanish.advice);
  expect(reason).toHaveAttribute('lang', 'es');
  expect(screen.getByText(`${rejection.advice} It is long.`)).toHaveAttribute('lang', '');
});

test('escalated: Under Review and by whom', async () => {
  open(list({ status: 'escalated' }));
  expect(await screen.findByText('Under Review')).toBeVisible();
  expect(screen.getByText('Your testimony is being reviewed by our team.')).toBeVisible();
});

test.each([
  ['low', 0],
  ['medium', 1],
  ['high', 1],
] as const)('a risk of %s shows the privacy note %i times', async (piiRiskLevel, times) => {
  open(list({ piiRiskLevel }));
  await screen.findByText('Pending Approval');
  expect(screen.queryAllByText('Privacy protection applied')).toHaveLength(times);
});

test('a testimony in preparation shows no text yet', async () => {
  open(list({ redactedText: null, piiRiskLevel: null }));
  expect(await screen.findByText(/appear here in a moment/)).toBeVisible();
  expect(screen.queryByText('Privacy protection applied')).not.toBeInTheDocument();
});

test('a long testimony can be expanded and collapsed', async () => {
  height = 200;
  const { user } = open(list({}));
  await user.click(await screen.findByRole('button', { name: 'Read all' }));
  expect(screen.getByText(testimony.redactedText ?? '')).not.toHaveClass('line-clamp-3');
  await user.click(screen.getByRole('button', { name: 'Show less' }));
  expect(screen.getByText(testimony.redactedText ?? '')).toHaveClass('line-clamp-3');
});

test('a short testimony has no expand button', async () => {
  open(list({}));
  await screen.findByText('Pending Approval');
  expect(screen.queryByRole('button', { name: 'Read all' })).not.toBeInTheDocument();
});

test.each([
  ['Nothing stood here.', 0, []],
  ['[name] and [name] in [place]', 3, ['2 names', '1 place']],
  ['[name 1] met [name 2] at [church]', 3, ['2 names', '1 church']],
  ['born [date of birth], [phone]', 2, ['1 date of birth', '1 phone number']],
  ['I [really] mean it', 0, []],
])('%s: %i removed', (text, total, kinds) => {
  expect(removedFrom(text)).toEqual({ total, kinds });
});

test('removed details are counted and named', async () => {
  const { user } = open(list({}));
  await user.click(await screen.findByText('What was removed (2)'));
  expect(screen.getByText('1 name')).toBeVisible();
  expect(screen.getByText('1 place')).toBeVisible();
});

test('a story in Spanish has Spanish placeholders, and counts them as others', async () => {
  open(list({ language: 'es', redactedText: 'Mi tía [name] vino a [place].' }));
  expect(await screen.findByText('Mi tía [nombre] vino a [lugar].')).toHaveAttribute('lang', 'es');
  expect(screen.getByText('What was removed (2)')).toBeVisible();
});

const withdraw = { name: 'Withdraw the story from November 3, 2026' };

test('withdrawing asks for confirmation, deletes, and reports success', async () => {
  const { user, sent } = open({
    ...list({}),
    '/api/user/testimonies/s1': () => new Response(null, { status: 204 }),
  });
  await user.click(await screen.findByRole('button', withdraw));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Withdraw this story?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([]);

  await user.click(screen.getByRole('button', withdraw));
  await user.click(screen.getByRole('button', { name: 'Withdraw story' }));
  expect(await screen.findByRole('heading', { name: 'No Testimonies Yet' })).toBeVisible();
  expect(screen.getByText('Your story was withdrawn and deleted.')).toBeVisible();
  expect(screen.getByRole('status')).toHaveFocus();
  expect(sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/api/user/testimonies/s1',
  ]);
});

test('a failed withdrawal shows an error and keeps the testimony', async () => {
  const { user } = open({ ...list({}), '/api/user/testimonies/s1': unreachable });
  await user.click(await screen.findByRole('button', withdraw));
  await user.click(screen.getByRole('button', { name: 'Withdraw story' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to withdraw your story');
  expect(screen.getByText('Pending Approval')).toBeVisible();
});

test('stories can be filtered by what became of them', async () => {
  const { user } = open(
    list(
      { redactedText: 'One.' },
      { id: 's2', redactedText: 'Two.', status: 'approved' },
      { id: 's3', redactedText: 'Three.', status: 'approved' },
    ),
  );
  const filter = within(await screen.findByRole('group', { name: 'Show stories by status' }));
  expect(filter.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'All (3)',
    'Pending Approval (1)',
    'Approved (2)',
  ]);
  await user.click(filter.getByRole('button', { name: 'Approved (2)' }));
  const rows = within(screen.getByRole('list', { name: 'Your stories' }));
  expect(rows.getAllByText(/^(One|Two|Three)\.$/).map(({ textContent }) => textContent)).toEqual([
    'Two.',
    'Three.',
  ]);
});

test('stories of one status need no filter', async () => {
  open(list({}, { id: 's2' }));
  await screen.findAllByText('Pending Approval');
  expect(screen.queryByRole('group', { name: 'Show stories by status' })).not.toBeInTheDocument();
});

test('withdrawing the last story of a status shows the others', async () => {
  const { user } = open({
    ...list({}, { id: 's2', status: 'approved', redactedText: 'Two.' }),
    '/api/user/testimonies/s1': () => new Response(null, { status: 204 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Pending Approval (1)' }));
  expect(screen.queryByText('Two.')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', withdraw));
  await user.click(screen.getByRole('button', { name: 'Withdraw story' }));
  expect(await screen.findByText('Two.')).toBeVisible();
});

test.each([
  [1, 'One person prayed'],
  [4, 'Four people prayed'],
  [12, '12 people prayed'],
  [1200, '1,200 people prayed'],
])('%i prayers: %s', async (prayers, words) => {
  open(list({ status: 'approved', prayers }));
  expect(await screen.findByText(words)).toBeVisible();
});

test('before somebody has prayed, no number is shown', async () => {
  open(list({ status: 'approved' }));
  expect(await screen.findByText('Approved')).toBeVisible();
  expect(screen.queryByText(/prayed/)).not.toBeInTheDocument();
});
