import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { draft, dropAllDrafts, keepDraft, keepDraftsForReload } from './drafts';
import { forgetPerson } from './forget';
import { page } from './page';
import { keepSignedIn } from './remembered';

const KEPT = 'stillwater:drafts';

beforeEach(() => {
  dropAllDrafts();
  return () => {
    document.documentElement.hidden = false;
    window.history.replaceState(null, '', '/');
  };
});

const watchReload = () => vi.spyOn(page, 'reload').mockImplementation(() => {});
const leave = () => window.dispatchEvent(new Event('pagehide'));
const comeBack = (persisted = true) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

/** Simulates a sign-out in another tab by its storage event. */
async function signOutInAnotherTab() {
  const heard: StorageEventInit[] = [];
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, newValue) => {
    heard.push({ key, newValue });
  });
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation((key) => {
    heard.push({ key, newValue: null });
  });
  await forgetPerson(new QueryClient());
  keepDraft('testimony', 'hard to say');
  for (const one of heard) window.dispatchEvent(new StorageEvent('storage', one));
}

test('a sign-out in one tab deletes unsent text in the others', async () => {
  const reload = watchReload();
  await signOutInAnotherTab();
  expect(draft('testimony')).toBeUndefined();
  expect(reload).toHaveBeenCalledOnce();
});

test('signing out leaves no marker in storage', async () => {
  await forgetPerson(new QueryClient());
  expect(Object.keys(localStorage)).toEqual([]);
});

test('staff, who have a separate session, keep their unsent text', async () => {
  const reload = watchReload();
  window.history.replaceState(null, '', '/admin');
  await signOutInAnotherTab();
  expect(draft('testimony')).toBe('hard to say');
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ['who has signed out meanwhile', () => keepSignedIn(false), true],
  [
    'who was replaced by another user',
    () => {
      keepSignedIn(false);
      keepSignedIn(true);
    },
    true,
  ],
  ['who is still signed in', () => keepSignedIn(true), false],
])('Back keeps the text only for the same user: a user %s', (_, meanwhile, forgotten) => {
  const reload = watchReload();
  keepSignedIn(true);
  keepDraft('testimony', 'hard to say');
  leave();
  meanwhile();
  comeBack();
  expect(reload).toHaveBeenCalledTimes(forgotten ? 1 : 0);
  expect(draft('testimony')).toBe(forgotten ? undefined : 'hard to say');
});

test('carried-over drafts are deleted from storage when the page is restored', () => {
  const reload = watchReload();
  keepDraft('struggle', 'hard to say');
  keepDraftsForReload();
  leave();
  comeBack();
  expect(draft('struggle')).toBe('hard to say');
  expect(sessionStorage.getItem(KEPT)).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

test('drafts taken over by another document are deleted here', () => {
  const reload = watchReload();
  keepDraft('struggle', 'hard to say');
  keepDraftsForReload();
  leave();
  sessionStorage.removeItem(KEPT);
  comeBack();
  expect(draft('struggle')).toBeUndefined();
  expect(reload).toHaveBeenCalledOnce();
});

test('without storage, a restored page still has its drafts', () => {
  const reload = watchReload();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  keepDraft('struggle', 'hard to say');
  keepDraftsForReload();
  leave();
  comeBack();
  expect(draft('struggle')).toBe('hard to say');
  expect(reload).not.toHaveBeenCalled();
});

test('a reloaded page gets the drafts carried over to it', () => {
  const reload = watchReload();
  keepDraft('struggle', 'hard to say');
  comeBack(false);
  expect(draft('struggle')).toBe('hard to say');
  expect(reload).not.toHaveBeenCalled();
});

test('without drafts to carry over, an older copy is deleted', () => {
  sessionStorage.setItem(KEPT, '{"struggle":"sent already"}');
  keepDraftsForReload();
  expect(sessionStorage.getItem(KEPT)).toBeNull();
});
