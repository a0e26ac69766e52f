import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useInstallWay } from '@/lib/install';
import { awaitInstallOffer } from '@/lib/install-offer';
import InstallCard from './install-card';
import UpdateBanner from './update-banner';

awaitInstallOffer();

const KEY = 'pwa-install-dismissed';

function Host() {
  const way = useInstallWay();
  return way && <InstallCard way={way} />;
}

function offer(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(() => Promise.resolve({ outcome }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => {
    window.dispatchEvent(event);
  });
  return { prompt, event };
}

test('the card appears with the browser’s install prompt, and uses it', async () => {
  render(<Host />);
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
  const { prompt, event } = offer('accepted');
  expect(event.defaultPrevented).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Install App' }));
  expect(prompt).toHaveBeenCalledOnce();
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
});

test('after “Not now” the offer is never repeated', async () => {
  const { unmount } = render(<Host />);
  offer('accepted');
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  expect(localStorage.getItem(KEY)).not.toBeNull();
  unmount();
  render(<Host />);
  offer('accepted');
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument();
});

test('declining the browser’s prompt counts as “Not now”', async () => {
  render(<Host />);
  offer('dismissed');
  await userEvent.click(screen.getByRole('button', { name: 'Install App' }));
  await vi.waitFor(() => expect(localStorage.getItem(KEY)).not.toBeNull());
});

test('on an iPhone the card explains the steps', () => {
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
    maxTouchPoints: 5,
    standalone: false,
    languages: ['en-US'],
  });
  render(<Host />);
  expect(screen.getByText('Choose “Add to Home Screen”')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Install App' })).not.toBeInTheDocument();
});

test('the banner is slim in a tab and more detailed in the installed app', () => {
  const { unmount } = render(<UpdateBanner update="ready" />);
  expect(screen.getByRole('button', { name: 'Update Now' })).toBeVisible();
  expect(screen.queryByText(/is not lost/)).not.toBeInTheDocument();
  unmount();
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('standalone') }));
  render(<UpdateBanner update="ready" />);
  expect(screen.getByText(/What you are writing is not lost/)).toBeVisible();
});

test('a held update says that it waits, and offers no button', () => {
  render(<UpdateBanner update="held" />);
  expect(screen.getByRole('status')).toHaveTextContent(
    'Update ready. It will load when you finish.',
  );
  expect(screen.queryByRole('button', { name: 'Update Now' })).not.toBeInTheDocument();
});
