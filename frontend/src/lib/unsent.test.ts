import { afterEach, expect, test } from 'vitest';
import { isBusy } from './unsent';

afterEach(() => {
  document.body.innerHTML = '';
});

test.each([
  ['words', '<textarea>Lord, I</textarea>', true],
  [
    'words on their way, which cannot be changed now',
    '<textarea readonly>Lord, I</textarea>',
    true,
  ],
  ['a form that waits for its answer', '<form aria-busy="true"></form>', true],
  ['an open dialog', '<dialog open></dialog>', true],
  ['blanks', '<textarea>  </textarea>', false],
  ['a form with nothing in it', '<form aria-busy="false"><input></form>', false],
  ['a list that loads', '<section aria-busy="true"></section>', false],
])('somebody is in the middle of it: %s', (_, page, busy) => {
  document.body.innerHTML = page;
  expect(isBusy()).toBe(busy);
});
