import guidance from '@content/guidance.json';
import { expect, test } from 'vitest';
import { linesOf, passageLink, sentencesOf } from './passage';

test('sentences keep their closing quotes', () => {
  expect(sentencesOf('He said, “Peace! Be still!” The wind ceased. And then?')).toEqual([
    'He said, “Peace!',
    'Be still!”',
    'The wind ceased.',
    'And then?',
  ]);
});

test('a long sentence breaks at the comma near its middle', () => {
  const long =
    'He brought me up also out of a horrible pit, out of the miry clay, and he set my feet on a rock, firm.';
  expect(linesOf(long)).toHaveLength(2);
});

test('a line end is a break, and text without an end is one sentence', () => {
  expect(sentencesOf('Lord, hear me\nBe near')).toEqual(['Lord, hear me', 'Be near']);
  expect(sentencesOf('')).toEqual([]);
  expect(sentencesOf('so tired')).toEqual(['so tired']);
});

test('no word of any passage is lost or changed', () => {
  const passages = guidance.flatMap(({ scripture }) => scripture);
  expect(passages.length).toBeGreaterThan(200);
  const words = (text: string) => text.split(/\s+/).join(' ');
  for (const { text } of passages) {
    expect(linesOf(text).join(' ')).toBe(words(text));
    expect(Math.max(...linesOf(text).map((line) => line.length))).toBeLessThan(170);
  }
});

test('the link to a passage carries its reference, and a translation that is not English', () => {
  const { origin } = window.location;
  expect(passageLink({ reference: '1 Peter 5:7', translation: 'King James Version' })).toBe(
    `${origin}/passage/1%20Peter%205%3A7`,
  );
  expect(passageLink({ reference: '1 Pedro 5:7', translation: 'Reina-Valera 1909' })).toBe(
    `${origin}/passage/1%20Pedro%205%3A7?translation=rv1909`,
  );
});
