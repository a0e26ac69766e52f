import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { MoreBelow } from './more-below';

type Report = (entries: { isIntersecting: boolean }[]) => void;

function Scrolling() {
  const end = useRef<HTMLDivElement>(null);
  return (
    <>
      <div data-testid="part">
        long
        <div ref={end} />
      </div>
      <MoreBelow end={end}>More help below</MoreBelow>
    </>
  );
}

test('the bar is there until the end has come into sight, and leads on', async () => {
  let report: Report = () => {};
  let root: unknown;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: Report, options: { root: unknown }) {
        report = told;
        root = options.root;
      }
      observe() {}
      disconnect() {}
    },
  );
  render(<Scrolling />);
  const part = screen.getByTestId('part');
  part.scrollBy = vi.fn();
  expect(root).toBe(part);
  expect(screen.queryByRole('button')).toBeNull();
  act(() => report([{ isIntersecting: false }]));
  await userEvent.click(screen.getByRole('button', { name: 'More help below' }));
  expect(part.scrollBy).toHaveBeenCalled();
  act(() => report([{ isIntersecting: true }]));
  expect(screen.queryByRole('button')).toBeNull();
});
