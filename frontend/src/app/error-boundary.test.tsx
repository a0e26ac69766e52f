import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { pickCountry } from '@/lib/country';
import { ErrorBoundary } from './error-boundary';

function Broken(): never {
  throw new Error('broken');
}

test('a render error shows the error screen with the helplines, and navigating retries', () => {
  // React logs every error that it catches.
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

test('in a country without our own helplines, the error screen links to a directory', () => {
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
