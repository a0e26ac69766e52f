import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Highlighted } from './highlighted';

test.each([
  ['nothing', 'a calm heart', [], 'a calm heart'],
  ['a word', 'a calm heart', [[2, 6]], 'a [calm] heart'],
  [
    'both ends',
    'calm heart',
    [
      [0, 4],
      [5, 10],
    ],
    '[calm] [heart]',
  ],
  ['letters of two units', '🌊 calm', [[3, 7]], '🌊 [calm]'],
  [
    'what overlaps',
    'calm heart',
    [
      [0, 4],
      [2, 10],
    ],
    '[calm] heart',
  ],
  ['what leaves the text', 'calm', [[2, 9]], 'calm'],
])('marks %s', (_, text, marks, expected) => {
  const { container } = render(<Highlighted text={text} marks={marks} />);
  for (const mark of container.querySelectorAll('mark')) mark.append(']');
  for (const mark of container.querySelectorAll('mark')) mark.prepend('[');
  expect(container).toHaveTextContent(expected);
});
