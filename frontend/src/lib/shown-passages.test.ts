import { beforeEach, expect, test, vi } from 'vitest';
import { forgetShownThisMonth, noteShown, shownLetters, shownPassages } from './shown-passages';

const psalm = { reference: 'Psalm 34:18', letter: 'parent-died', discreet: false };
const secret = { reference: 'Psalm 139:13-14', letter: 'unexpected-pregnancy', discreet: true };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  return () => vi.useRealTimers();
});

test('what was shown ends with the tab where no message is kept on the device', () => {
  noteShown(psalm, false);
  expect([shownPassages(), shownLetters()]).toEqual([['Psalm 34:18'], ['parent-died']]);
  expect(localStorage).toHaveLength(0);
});

test('where a message is kept it is remembered for thirty days', () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
  noteShown(psalm, true);
  sessionStorage.clear();
  vi.setSystemTime(new Date('2026-03-30T12:00:00Z'));
  expect(shownLetters()).toEqual(['parent-died']);
  vi.setSystemTime(new Date('2026-03-31T12:00:00Z'));
  expect([shownPassages(), shownLetters()]).toEqual([[], []]);
});

test('a discreet letter leaves no id, and nothing at all on the device', () => {
  noteShown(secret, true);
  expect(shownLetters()).toEqual([]);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('pregnancy');
  expect(localStorage).toHaveLength(0);
});

test('it is forgotten when no message is kept any more', () => {
  noteShown(psalm, true);
  sessionStorage.clear();
  forgetShownThisMonth();
  expect(shownLetters()).toEqual([]);
  noteShown(psalm, true);
  noteShown(psalm, false);
  expect(localStorage).toHaveLength(0);
});

test('each is sent once, the newest last, and not more than the server reads', () => {
  for (let verse = 1; verse <= 60; verse += 1) {
    noteShown({ ...psalm, reference: `Psalm 119:${verse}` }, true);
  }
  noteShown({ ...psalm, reference: 'Psalm 119:30' }, true);
  expect(shownPassages()).toHaveLength(50);
  expect(shownPassages().at(-1)).toBe('Psalm 119:30');
  expect(shownLetters()).toEqual(['parent-died']);
});
