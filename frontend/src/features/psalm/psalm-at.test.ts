import { expect, test } from 'vitest';
import { psalmAt } from './psalm-at';
import references from './references.json';

const at = (date: string) => psalmAt(new Date(date));

test('each day has another psalm, and each comes once before one comes again', () => {
  const nights = references.night.map((_, day) => psalmAt(new Date(2026, 10, 1 + day, 22)));
  expect(new Set(nights.map(({ reference }) => reference))).toEqual(new Set(references.night));
});

test('the psalm is the same all through an hour of the day, and another in the next one', () => {
  expect(at('2026-11-26T06:00:00')).toEqual(at('2026-11-26T09:59:00'));
  expect(references.dawn).toContain(at('2026-11-26T06:00:00').reference);
  expect(references.day).toContain(at('2026-11-26T10:00:00').reference);
  expect(references.dusk).toContain(at('2026-11-26T16:00:00').reference);
});

test('somebody who lies awake past midnight sees the psalm of the same night', () => {
  expect(at('2026-11-27T04:59:00')).toEqual(at('2026-11-26T21:00:00'));
  expect(at('2027-01-01T00:30:00')).toEqual(at('2026-12-31T23:30:00'));
  expect(at('2026-11-27T21:00:00')).not.toEqual(at('2026-11-26T21:00:00'));
});

test.each(Object.entries(references))('no psalm comes twice in the list of %s', (_, list) => {
  expect(new Set(list).size).toBe(list.length);
});

test('the words come from the built content', () => {
  const psalm = at('2026-11-26T22:00:00');
  expect(psalm.text.length).toBeGreaterThan(20);
  expect(psalm.translation).toBe('World English Bible');
});
