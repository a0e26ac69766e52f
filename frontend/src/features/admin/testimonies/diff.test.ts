import { expect, test } from 'vitest';
import { type Change, diff } from './diff';

const marked = (changes: Change[]) =>
  changes
    .map(({ kind, text }) => ({ same: text, out: `-${text}-`, in: `+${text}+` })[kind])
    .join('');

test.each([
  ['', '', ''],
  ['one two', 'one two', 'one two'],
  ['I met Ellen there.', 'I met [name] there.', 'I met -Ellen-+[name]+ there.'],
  ['a b c', 'a c', 'a -b -c'],
  ['a c', 'a b c', 'a +b +c'],
  ['', 'new', '+new+'],
  ['old', '', '-old-'],
  ['one\n\ntwo', 'one\n\nthree', 'one\n\n-two-+three+'],
])('%j to %j', (before, after, expected) => {
  expect(marked(diff(before, after))).toBe(expected);
});

test('both versions can be reconstructed from the diff of any two texts', () => {
  const before = 'the quick brown fox jumps over the lazy dog and rests';
  const after = 'a quick red fox and the dog jumps, rests, and sleeps';
  const changes = diff(before, after);
  const without = (kind: Change['kind']) =>
    changes
      .filter((change) => change.kind !== kind)
      .map(({ text }) => text)
      .join('');
  expect(without('in')).toBe(before);
  expect(without('out')).toBe(after);
});
