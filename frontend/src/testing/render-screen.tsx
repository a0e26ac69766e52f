/** Renders one screen with the app's context: data, routes, and dialogs that are recorded. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, type InitialEntry, useLocation } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query';
import { DialogsContext } from '@/lib/dialogs';

interface Options {
  path?: string;
  /** The initial location, if it has a query or state. */
  at?: InitialEntry;
  prepare?: (client: ReturnType<typeof createQueryClient>) => void;
}

export function renderScreen(
  screen: ReactElement,
  { path = '/', at = path, prepare }: Options = {},
) {
  const dialogs = { showCrisis: vi.fn(), showBundledHelp: vi.fn(), showUpgrade: vi.fn() };
  const client = createQueryClient();
  prepare?.(client);
  const router = createMemoryRouter(
    [
      { path, element: screen },
      { path: '*', Component: Elsewhere },
    ],
    { initialEntries: [at] },
  );
  render(
    <DialogsContext value={dialogs}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </DialogsContext>,
  );
  return { user: userEvent.setup(), dialogs, client, router };
}

function Elsewhere() {
  const { pathname } = useLocation();
  return <p>Now at {pathname}</p>;
}
