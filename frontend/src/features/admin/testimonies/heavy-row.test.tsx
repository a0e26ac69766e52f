import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { beginAnew, HEAVY_ROW, noteDecided } from './heavy-row';
import { PauseHint } from './pause-hint';

const heavy = (count: number, from = 0) =>
  act(() => {
    for (let number = 0; number < count; number += 1)
      noteDecided({ crisisSeverity: 1 + (number % 4) }, from + number * 1000);
  });
const hint = () => screen.queryByRole('status');

beforeEach(() => {
  act(beginAnew);
  render(<PauseHint />);
});

test('after twenty heavy stories in a row a pause is suggested; hidden, counting begins anew', async () => {
  heavy(HEAVY_ROW - 1);
  expect(hint()).not.toBeInTheDocument();
  heavy(1, 19_000);
  expect(hint()).toHaveTextContent('A short pause');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Hide this' }));
  expect(hint()).not.toBeInTheDocument();
  heavy(HEAVY_ROW - 1, 20_000);
  expect(hint()).not.toBeInTheDocument();
});

test('a light story ends the row, and so does a pause', () => {
  heavy(HEAVY_ROW - 1);
  act(() => noteDecided({ crisisSeverity: 0 }, 19_000));
  heavy(1, 20_000);
  expect(hint()).not.toBeInTheDocument();
  heavy(HEAVY_ROW - 2, 21_000);
  heavy(1, 21_000 + 60 * 60_000);
  expect(hint()).not.toBeInTheDocument();
});

test('a suggestion stays until it is answered', () => {
  heavy(HEAVY_ROW);
  act(() => noteDecided({ crisisSeverity: 0 }, 30_000));
  expect(hint()).toBeVisible();
});
