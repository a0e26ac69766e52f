import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import QuietMinutes from './quiet-minutes';
import { quietMinutes } from './quiet-steps';

const passage = {
  reference: 'Psalm 4:8',
  text: 'In peace I will lie down. You alone keep me safe.',
  translation: 'World English Bible',
};
const PRAYER = 'Be near.\nHold this for me.\nAmen.';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const open = (prayer: string | null = PRAYER) => {
  const onClose = vi.fn();
  render(<QuietMinutes passage={passage} prayer={prayer} lang="en" onClose={onClose} />);
  return { onClose };
};
/** Second by second: each step sets its timer when it is shown. */
function wait(seconds: number) {
  for (let i = 0; i < seconds; i += 1) act(() => vi.advanceTimersByTime(1000));
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('breath, the lines one by one, silence, the prayer', () => {
  open();
  expect(screen.getByText('Breathe in')).toBeVisible();
  wait(4);
  expect(screen.getByText('Breathe out, slowly')).toBeVisible();
  wait(26);
  expect(screen.getByText('In peace I will lie down.')).toBeVisible();
  expect(screen.queryByText('You alone keep me safe.')).not.toBeInTheDocument();
  wait(4);
  expect(screen.getByText('You alone keep me safe.')).toBeVisible();
  // What was shown stays, for slow readers.
  expect(screen.getByText('In peace I will lie down.')).toBeVisible();
  wait(4);
  expect(screen.getByText('Stay with it, in silence')).toBeVisible();
  wait(30);
  expect(screen.getByText('Be near.')).toBeVisible();
});

test('it ends quietly, and can begin again', () => {
  open(null);
  for (let i = 0; i < 9; i += 1) press('Next');
  expect(screen.getByText('Amen.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pause' })).not.toBeInTheDocument();
  press('Once more');
  expect(screen.getByText('Breathe in')).toBeVisible();
});

test('paused, it waits as long as somebody needs', () => {
  open();
  press('Pause');
  wait(600);
  expect(screen.getByText('Breathe in')).toBeVisible();
  press('Continue');
  wait(4);
  expect(screen.getByText('Breathe out, slowly')).toBeVisible();
});

test('what is new is announced, and the circle is not', () => {
  open();
  expect(screen.getByText('Breathe in')).toHaveAttribute('aria-live', 'polite');
  for (let i = 0; i < 6; i += 1) press('Next');
  expect(screen.getByText('In peace I will lie down.').parentElement).toHaveAttribute(
    'aria-live',
    'polite',
  );
});

test('closing is always possible', () => {
  const { onClose } = open();
  press('Close');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('with a passage and a prayer of usual length it takes about two minutes', () => {
  const text =
    'I waited patiently for Yahweh. He turned to me, and heard my cry. He brought me up also out of a horrible pit, out of the miry clay. He set my feet on a rock, and gave me a firm place to stand.';
  const { steps } = quietMinutes(text, PRAYER);
  const seconds = steps
    .map((step) => step.seconds)
    .filter(Number.isFinite)
    .reduce((sum, one) => sum + one);
  expect(seconds).toBeGreaterThan(80);
  expect(seconds).toBeLessThan(140);
});
