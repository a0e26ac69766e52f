import { readFileSync } from 'node:fs';
import copy from '@content/crisis-screen.json';
import { expect, test } from 'vitest';
import { dangerIn } from './crisis-screen';

interface Case {
  text: string;
  danger: boolean;
}

// The tests of the `care` crate read the same lines, so the two cannot drift apart.
const cases: Case[] = readFileSync('../content/patterns/plain-statements.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

test('the bundled patterns match every explicit statement and ignore similar harmless ones', () => {
  const wrong = cases.filter(({ text, danger }) => (dangerIn(text) !== null) !== danger);
  expect(wrong).toEqual([]);
  expect(cases.filter(({ danger }) => danger).length).toBeGreaterThan(40);
});

test('the category is named, the most severe first', () => {
  expect(dangerIn('I want to die. I have the pills here and tonight I will take them all')).toBe(
    'suicide_plan',
  );
  expect(dangerIn('My husband hits me')).toBe('domestic_violence');
});

test.each([
  'I want to end\u200b my life',
  'I W4NT to d1e',
  'i wanna k*ll myself',
  'I don’t want to live any more',
  'ＩＷＡＮＴ to end my life. I want to end my life',
])('obfuscation is seen through: %s', (text) => {
  expect(dangerIn(text)).not.toBeNull();
});

test.each(['I don’t want to die', 'I have never thought about killing myself', '', '💧💧💧'])(
  'no danger is detected in: %s',
  (text) => {
    expect(dangerIn(text)).toBeNull();
  },
);

test('every bundled phrase is a regular expression without leftover markers', () => {
  const sources = copy.rules.flatMap(({ find, unless, also }) => [...find, ...unless, ...also]);
  const names = sources.flatMap((source) => source.match(/@(\w+)@/g) ?? []);
  const words: Readonly<Record<string, string>> = copy.words;
  expect(names.filter((name) => words[name.slice(1, -1)] === undefined)).toEqual([]);
  expect(() => dangerIn('any words compile all of them')).not.toThrow();
});

const hostile: [string, string][] = [
  ['one long word', 'a'.repeat(100_000)],
  ['spaces', ' '.repeat(100_000)],
  ['a word of the patterns', 'i want '.repeat(20_000)],
  ['negations', 'i do not want to '.repeat(10_000)],
  ['negated matches', 'i never want to die '.repeat(10_000)],
  ['signs', 'k*'.repeat(50_000)],
  ['sentences', 'i. '.repeat(40_000)],
];

/** Generous for linear time, far too little for catastrophic backtracking. */
const MAX_CPU_MS = 1000;

test.each(hostile)('no text causes catastrophic backtracking: %s', (_, text) => {
  dangerIn(text);
  const before = process.cpuUsage();
  dangerIn(text);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(MAX_CPU_MS);
});
