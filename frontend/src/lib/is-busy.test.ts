import { afterEach, expect, test } from 'vitest';
import { isBusy } from './is-busy';

afterEach(() => {
  document.body.innerHTML = '';
});

test.each([
  ['text', '<textarea>Lord, I</textarea>', true],
  ['text being sent, which is read-only', '<textarea readonly>Lord, I</textarea>', true],
  ['a form waiting for its response', '<form aria-busy="true"></form>', true],
  ['an open dialog', '<dialog open></dialog>', true],
  ['blanks', '<textarea>  </textarea>', false],
  ['an empty form', '<form aria-busy="false"><input></form>', false],
  ['a list that loads', '<section aria-busy="true"></section>', false],
])('whether the user is busy: %s', (_, page, busy) => {
  document.body.innerHTML = page;
  expect(isBusy()).toBe(busy);
});
