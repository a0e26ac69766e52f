import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { isDraftKept } from '@/lib/draft-on-device';
import { draft, dropAllDrafts, dropDraft } from '@/lib/drafts';
import { page } from '@/lib/page';
import { draftOnDevice, type KeptDraft } from '@/lib/sealed-draft';
import { answer, fakeApi, miriam } from '@/testing/fake-api';
import { fakeIndexedDb } from '@/testing/fake-indexed-db';
import { fixtureId, userFixture } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import { TestimonyScreen } from './testimony-screen';
import type { TestimonyFields } from './validation';

const STORY = 'For a whole year I could not sleep, and nobody knew.';
const KEEP = { name: 'Keep my draft on this device' };

beforeEach(() => {
  dropAllDrafts();
  page.leaving = false;
});

type User = { id: string } | null;

function open(user?: User) {
  return renderScreen(<TestimonyScreen />, {
    path: '/testimony',
    prepare: (client) => {
      if (user !== undefined) client.setQueryData(['api', 'auth', 'user'], user);
    },
  });
}
const field = (name = 'What happened?') => screen.getByRole('textbox', { name });
const stored = async () =>
  (await draftOnDevice<TestimonyFields>()) as KeptDraft<TestimonyFields> | null;

/** As after closing the tab: memory is gone. */
function closeTab() {
  document.body.replaceChildren();
  dropDraft('story');
}

async function keepStory(user?: User) {
  const opened = open(user);
  await opened.user.click(screen.getByRole('checkbox', KEEP));
  await opened.user.type(field(), STORY);
  await waitFor(async () => expect((await stored())?.values.whatHappened).toBe(STORY));
  return opened;
}

/** Whether the browser would ask now. */
function asks() {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('a draft is kept only if its author chooses, and is back after the tab was closed', async () => {
  fakeApi();
  const databases = fakeIndexedDb();
  const { user } = open();
  await user.type(field(), STORY);
  expect(databases.size).toBe(0);
  await user.click(screen.getByRole('checkbox', KEEP));
  await waitFor(async () => expect((await stored())?.values.whatHappened).toBe(STORY));
  const rows = JSON.stringify([...(databases.get('stillwater-draft')?.values() ?? [])]);
  expect(rows).not.toContain('sleep');

  closeTab();
  const again = open();
  expect(await screen.findByText(/Your draft is back/)).toBeVisible();
  expect(field()).toHaveValue(STORY);
  expect(screen.getByRole('checkbox', KEEP)).toBeChecked();
  expect(screen.getByRole('checkbox', { name: /I agree/ })).not.toBeChecked();

  await again.user.click(screen.getByRole('button', { name: 'Delete the draft' }));
  expect(field()).toHaveValue('');
  expect(screen.getByRole('checkbox', KEEP)).not.toBeChecked();
  await waitFor(() => expect(databases.size).toBe(0));
});

test('the browser asks from the first letter that is not stored yet', async () => {
  fakeApi();
  fakeIndexedDb();
  const { user } = open();
  await user.click(screen.getByRole('checkbox', KEEP));
  await waitFor(async () => expect(await stored()).not.toBeNull());
  expect(asks()).toBe(false);
  fireEvent.change(field(), { target: { value: STORY } });
  expect(asks()).toBe(true);
  await waitFor(() => expect(asks()).toBe(false));
  expect((await stored())?.values.whatHappened).toBe(STORY);
});

test('the key of a draft cannot be read out', async () => {
  fakeApi();
  const databases = fakeIndexedDb();
  await keepStory();
  const [row] = [...(databases.get('stillwater-draft')?.values() ?? [])] as { key: CryptoKey }[];
  expect(row?.key.extractable).toBe(false);
});

test('what was carried over or typed meanwhile wins over the draft on the device', async () => {
  fakeApi();
  fakeIndexedDb();
  await keepStory();
  document.body.replaceChildren();
  open();
  expect(field()).toHaveValue(STORY);
  await waitFor(() => expect(screen.getByRole('checkbox', KEEP)).toBeChecked());
  expect(screen.queryByText(/Your draft is back/)).toBeNull();
});

test('sending deletes the draft', async () => {
  const databases = fakeIndexedDb();
  fakeApi({
    '/api/testimonies': () =>
      answer(201, { id: 'a1', status: 'pending', saved: true, crisis: false, resources: null }),
  });
  const { user } = await keepStory();
  await user.type(field('What helped you?'), 'A neighbour who cooked.');
  await user.type(field('What changed?'), 'I can ask for help now.');
  await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
  await user.click(screen.getByRole('button', { name: 'Submit Story for Review' }));
  expect(await screen.findByText('Now at /thank-you')).toBeVisible();
  await waitFor(() => expect(databases.size).toBe(0));
  expect(isDraftKept()).toBe(false);
  expect(asks()).toBe(false);
});

test('signing out deletes the draft, also one that is being written', async () => {
  fakeApi();
  const databases = fakeIndexedDb();
  const { user } = await keepStory(miriam);
  await user.type(field(), ' More.');
  dropAllDrafts();
  await waitFor(() => expect(databases.size).toBe(0));
  expect(await stored()).toBeNull();
});

test('another user of the device does not get the draft, and its author gets it after signing in', async () => {
  fakeApi();
  const databases = fakeIndexedDb();
  await keepStory(miriam);
  closeTab();
  open(null);
  await waitFor(() => expect(screen.getByRole('checkbox', KEEP)).toBeChecked());
  expect(field()).toHaveValue('');
  document.body.replaceChildren();
  open(miriam);
  await waitFor(() => expect(field()).toHaveValue(STORY));
  closeTab();
  open(userFixture({ id: fixtureId(2), email: 'other@example.org' }));
  await waitFor(() => expect(databases.size).toBe(0));
  expect(field()).toHaveValue('');
});

test('after seven days there is no draft', async () => {
  fakeApi();
  const databases = fakeIndexedDb();
  await keepStory();
  closeTab();
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 7 * 86_400_000 + 1);
  open();
  await waitFor(() => expect(databases.size).toBe(0));
  expect(field()).toHaveValue('');
});

test('a browser that keeps nothing says so, and asks before the page is left', async () => {
  fakeApi();
  fakeIndexedDb({ refuse: true });
  const { user } = open();
  await user.type(field(), STORY);
  await user.click(screen.getByRole('checkbox', KEEP));
  expect(await screen.findByRole('alert')).toHaveTextContent('does not let us keep anything');
  expect(screen.getByRole('checkbox', KEEP)).not.toBeChecked();
  expect(asks()).toBe(true);
});

test('with more than 40 characters and no kept draft the browser asks before the page is left', async () => {
  fakeApi();
  fakeIndexedDb();
  const { user } = open();
  await user.type(field(), 'a'.repeat(40));
  expect(asks()).toBe(false);
  await user.type(field('What helped you?'), 'b');
  expect(asks()).toBe(true);
  await user.click(screen.getByRole('checkbox', KEEP));
  await waitFor(() => expect(asks()).toBe(false));
  await user.click(screen.getByRole('checkbox', KEEP));
  expect(asks()).toBe(true);
  // Our own navigations carry it over.
  page.leaving = true;
  expect(asks()).toBe(false);
  page.leaving = false;
  dropAllDrafts();
  expect(asks()).toBe(false);
});

test('a press on a number to call is never interrupted', async () => {
  fakeApi();
  fakeIndexedDb();
  const { user } = open();
  await user.type(field(), STORY);
  expect(asks()).toBe(true);
  const call = document.createElement('a');
  call.href = 'tel:988';
  call.addEventListener('click', (event) => event.preventDefault());
  document.body.append(call);
  await user.click(call);
  expect(asks()).toBe(false);
  expect(draft('story')).toBeDefined();
});
