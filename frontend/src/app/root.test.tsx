import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { useDialogs } from '@/lib/dialogs';
import { page } from '@/lib/page';
import { showToast } from '@/lib/toasts';
import { fakeApi, miriam, resources } from '@/testing/fake-api';
import { Root } from './root';
import { TopBar } from './top-bar';

const missing = vi.hoisted(() =>
  vi.fn(() => {
    throw new Error('Failed to fetch dynamically imported module');
  }),
);
vi.mock('@/ui/toaster', () => missing());
vi.mock('@/features/user/account-menu', () => missing());

beforeEach(() => {
  // React logs every error that it catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeApi();
});

function show(Screen: () => React.ReactNode) {
  const router = createMemoryRouter([
    { Component: Root, children: [{ path: '/', Component: Screen }] },
  ]);
  render(<RouterProvider router={router} />);
  return userEvent.setup();
}

function Fragile() {
  const { showCrisis } = useDialogs();
  const [broken, setBroken] = useState(false);
  if (broken) throw new Error('broken');
  const fail = () => {
    showCrisis(resources);
    setTimeout(() => setBroken(true));
  };
  return (
    <button type="button" onClick={fail}>
      Send
    </button>
  );
}

test('an open crisis dialog stays when the screen below fails, and reloading keeps unsent text', async () => {
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
  const user = show(Fragile);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const again = await screen.findByRole('button', { name: 'Reload', hidden: true });
  expect(screen.getByRole('alertdialog', { name: 'Immediate Support Available' })).toBeVisible();
  await user.click(again);
  expect(reload).toHaveBeenCalledOnce();
});

test('without the code of the toast and the account menu, everything else works', async () => {
  show(() => (
    <>
      <TopBar visitor={{ kind: 'user', user: miriam }} />
      <p>The letter</p>
    </>
  ));
  act(() => showToast({ title: 'Copied' }));
  await act(() =>
    Promise.allSettled([import('@/ui/toaster'), import('@/features/user/account-menu')]),
  );
  expect(missing).toHaveBeenCalled();
  await act(() => vi.dynamicImportSettled());
  expect(screen.getByText('The letter')).toBeVisible();
});
