import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pickCountry } from '@/lib/country';
import { ErrorBoundary } from './error-boundary';

function Broken(): never {
  throw new Error('broken');
}

test('a failure shows plain words and the numbers, and going elsewhere tries again', () => {
  // React tells the console of every error that it catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { rerender } = render(
    <ErrorBoundary place="here">
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Something went wrong');
  expect(screen.getByRole('link', { name: /Call 911/ })).toBeVisible();
  rerender(<ErrorBoundary place="elsewhere">all is well</ErrorBoundary>);
  expect(screen.getByText('all is well')).toBeVisible();
});

test('where we have no numbers of our own, a failure says where to find some', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  pickCountry('elsewhere');
  render(
    <ErrorBoundary place="here">
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('link', { name: 'findahelpline.com' })).toBeVisible();
  pickCountry(null);
});
