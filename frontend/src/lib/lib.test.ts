import { describe, expect, test, vi } from 'vitest';
import { contactLinks, smsWithMessage } from './contact-links';
import { draft, dropAllDrafts, hasUnsentText, keepDraft, keepDraftsForReload } from './drafts';
import { dayOf, hourOf } from './hour';
import { dismissToast, REMOVAL_DELAY, showToast } from './toasts';
import { welcomeAt } from './welcome';

test.each([
  ['911', ['tel:911']],
  ['988', ['tel:988']],
  ['Call or text 988', ['tel:988', 'sms:988']],
  ['Text HOME to 741741', ['sms:741741?&body=HOME']],
  ['1-800-799-7233', ['tel:18007997233']],
  ['Visit our page', []],
])('the contact “%s” is reached by %j', (contact, hrefs) => {
  expect(contactLinks(contact).map(({ href }) => href)).toEqual(hrefs);
});

test('a prepared text message is URL-encoded', () => {
  expect(smsWithMessage('Can you call me?')).toBe('sms:?&body=Can%20you%20call%20me%3F');
});

describe('the hour', () => {
  test.each([
    [2, 'night', 'Welcome, even at this hour.'],
    [6, 'dawn', 'Welcome this morning.'],
    [13, 'day', 'Welcome this afternoon.'],
    [19, 'dusk', 'Welcome this evening.'],
    [23, 'night', 'Welcome, even at this hour.'],
  ])('at hour %i the scene is %s', (hour, light, welcome) => {
    const date = new Date(2026, 10, 20, hour);
    expect(hourOf(date)).toBe(light);
    expect(welcomeAt(date)).toBe(welcome);
  });

  test('the greeting uses the visitor’s name, and the day is a local date', () => {
    const date = new Date(2026, 0, 5, 19);
    expect(welcomeAt(date, 'Miriam')).toBe('Welcome this evening, Miriam.');
    expect(dayOf(date)).toBe('2026-01-05');
  });
});

test('unsent text moves to sessionStorage only for a navigation, and sign-out deletes it', () => {
  keepDraft('struggle', 'hard to say');
  expect(sessionStorage.length).toBe(0);
  keepDraftsForReload();
  expect(sessionStorage.getItem('stillwater:drafts')).toContain('hard to say');
  dropAllDrafts();
  expect(draft('struggle')).toBeUndefined();
  expect(sessionStorage.length).toBe(0);
});

test.each([
  ['struggle', 'hard to say', true],
  ['struggle', ' ', false],
  ['prayer-answer:1', 'He is home.', true],
  ['story', { whatHappened: 'I fell.', alsoHide: [], consent: false }, true],
  ['story', { whatHappened: ' ', alsoHide: [], consent: true }, false],
  ['story-attempt', 'a key', false],
  ['prayer-shared', 'yes', false],
  ['letter', { topic: { title: 'Peace' } }, false],
])('whether the draft %s of %j counts as unsent text: %j', (name, kept, unsent) => {
  dropAllDrafts();
  keepDraft(name, kept);
  expect(hasUnsentText()).toBe(unsent);
});

test('a dismissed toast is removed after a million milliseconds', () => {
  vi.useFakeTimers();
  const timeouts = vi.spyOn(globalThis, 'setTimeout');
  showToast({ title: 'Copied' });
  const id = 1;
  dismissToast(id);
  expect(REMOVAL_DELAY).toBe(1_000_000);
  expect(timeouts).toHaveBeenCalledWith(expect.any(Function), 1_000_000);
  vi.useRealTimers();
});
