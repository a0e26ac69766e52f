import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { IconButton } from './icon-button';

test('a tooltip appears after 700 ms under the pointer and disappears with it', () => {
  vi.useFakeTimers();
  render(<IconButton icon="copy" label="Copy" />);
  const button = screen.getByRole('button', { name: 'Copy' });
  fireEvent.pointerEnter(button.parentElement as HTMLElement, { pointerType: 'mouse' });
  act(() => vi.advanceTimersByTime(699));
  expect(screen.queryByText('Copy')).not.toBeInTheDocument();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByText('Copy')).toBeVisible();
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(screen.queryByText('Copy')).not.toBeInTheDocument();
  vi.useRealTimers();
});

test('Escape while it waits keeps it away until the pointer comes again', () => {
  vi.useFakeTimers();
  render(<IconButton icon="copy" label="Copy" />);
  const button = screen.getByRole('button', { name: 'Copy' }).parentElement as HTMLElement;
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  act(() => vi.advanceTimersByTime(300));
  fireEvent.keyDown(window, { key: 'Escape' });
  act(() => vi.advanceTimersByTime(5000));
  expect(screen.queryByText('Copy')).not.toBeInTheDocument();
  fireEvent.pointerLeave(button, { pointerType: 'mouse' });
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  act(() => vi.advanceTimersByTime(700));
  expect(screen.getByText('Copy')).toBeVisible();
  vi.useRealTimers();
});
