import { expect, test } from 'vitest';
import { withPlaceholders } from './placeholders';

test.each([
  ['es', '[name 1] y [name 2] viven en [place].', '[nombre 1] y [nombre 2] viven en [lugar].'],
  ['es', 'Nació el [date of birth].', 'Nació el [fecha de nacimiento].'],
  ['es', 'Dijo [sic] y [NAME].', 'Dijo [sic] y [NAME].'],
  ['es', 'De [constructor].', 'De [constructor].'],
  ['en', '[name 1] lives in [place].', '[name 1] lives in [place].'],
  [null, '[name]', '[name]'],
])('in %s: %s', (language, stored, shown) => {
  expect(withPlaceholders(stored, language)).toBe(shown);
});
