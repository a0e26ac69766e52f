import { expect, test } from 'vitest';
import { excerptOf, firstWords } from './first-words';

test.each([
  ['I lost my work in spring.', 'I lost my work in spring.'],
  ['  One line.\nAnother one.', 'One line.'],
  [
    'When I lost my work in spring, we did not know how to pay the rent any more.',
    'When I lost my work in spring, we did not know how to pay…',
  ],
  [
    'When I lost my work in spring, it was my good old friend [name 12] who came.',
    'When I lost my work in spring, it was my good old friend…',
  ],
  ['x'.repeat(100), `${'x'.repeat(60)}…`],
  ['', ''],
])('the title of “%s” is “%s”', (text, title) => {
  expect(firstWords(text)).toBe(title);
});

const at = (text: string, words: string) => {
  const start = text.indexOf(words);
  return { start, end: start + words.length };
};
const shown = (redactedText: string, words?: string) => {
  const marks = words ? [at(redactedText, words)] : [];
  const { start, end } = excerptOf({ redactedText, dangerMarks: marks });
  return redactedText.slice(start, end);
};
const LONG = `${'Every evening was long and quiet. '.repeat(20)}I wanted to end it. ${'Then it changed. '.repeat(30)}`;

test('a card shows the beginning, unless the words that speak for danger come later', () => {
  expect(shown('Short and whole.')).toBe('Short and whole.');
  expect(shown(LONG).startsWith('Every evening')).toBe(true);
  const late = shown(LONG, 'wanted to end it');
  expect(late).toContain('wanted to end it');
  expect(late.length).toBeLessThanOrEqual(220);
  expect(LONG[LONG.indexOf(late) - 1], 'it begins with a whole word').toBe(' ');
  expect(shown('I wanted to end it, early on.', 'wanted to end it')).toContain('early on');
});
