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

/** Signs out in another tab: what that one does to the store is heard in this one. */
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

test('who signs out in one tab leaves no words in another', async () => {
  const reload = watchReload();
  await signOutInAnotherTab();
  expect(draft('testimony')).toBeUndefined();
  expect(reload).toHaveBeenCalledOnce();
});

test('signing out leaves no sign of itself', async () => {
  await forgetPerson(new QueryClient());
  expect(Object.keys(localStorage)).toEqual([]);
});

test('staff, whose session is another, keep what they write', async () => {
  const reload = watchReload();
  window.history.replaceState(null, '', '/admin');
  await signOutInAnotherTab();
  expect(draft('testimony')).toBe('hard to say');
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ['who has signed out meanwhile', () => keepSignedIn(false), true],
  [
    'in whose place somebody else has signed in',
    () => {
      keepSignedIn(false);
      keepSignedIn(true);
    },
    true,
  ],
  ['who is still signed in', () => keepSignedIn(true), false],
])('Back does not show the words of somebody %s', (_, meanwhile, forgotten) => {
  const reload = watchReload();
  keepSignedIn(true);
  keepDraft('testimony', 'hard to say');
  leave();
  meanwhile();
  comeBack();
  expect(reload).toHaveBeenCalledTimes(forgotten ? 1 : 0);
  expect(draft('testimony')).toBe(forgotten ? undefined : 'hard to say');
});

test('words carried over are not kept a second time for whoever comes back to them', () => {
  const reload = watchReload();
  keepDraft('struggle', 'hard to say');
  keepDraftsForReload();
  leave();
  comeBack();
  expect(draft('struggle')).toBe('hard to say');
  expect(sessionStorage.getItem(KEPT)).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

test('words that another document has taken over are no longer here', () => {
  const reload = watchReload();
  keepDraft('struggle', 'hard to say');
  keepDraftsForReload();
  leave();
  sessionStorage.removeItem(KEPT);
  comeBack();
  expect(draft('struggle')).toBeUndefined();
  expect(reload).toHaveBeenCalledOnce();
});

test('where nothing can be stored, coming back finds the words where they were', () => {
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

test('a page that is loaded anew keeps what was carried over to it', () => {
  const reload = watchReload();
  keepDraft('struggle', 'hard to say');
  comeBack(false);
  expect(draft('struggle')).toBe('hard to say');
  expect(reload).not.toHaveBeenCalled();
});

test('without anything to carry over, an older copy goes', () => {
  sessionStorage.setItem(KEPT, '{"struggle":"sent already"}');
  keepDraftsForReload();
  expect(sessionStorage.getItem(KEPT)).toBeNull();
});
