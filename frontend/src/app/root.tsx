import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { userQuery } from '@/features/user/queries';
import type { ApiError } from '@/lib/api/error';
import { createQueryClient } from '@/lib/api/query';
import { useDialogs } from '@/lib/dialogs';
import { askForSignIn } from '@/lib/guest';
import { useToast } from '@/lib/toasts';
import { loadOnceFinished, useUpdate } from '@/lib/update';
import { DialogsHost } from './dialogs-host';
import { ErrorBoundary } from './error-boundary';
import { optional } from './optional';
import { useScrollAndFocus } from './use-scroll-and-focus';

// No error depends on a toast, so their code loads with the first one.
const Toaster = optional(() => import('@/ui/toaster'));
const UpdateBanner = optional(() => import('@/features/installation/update-banner'));

const SIGN_IN_REQUIRED = 'SIGN_IN_REQUIRED';
/** Responses that mean the session may have changed. Staff have their own handling. */
const LEFT_OUT = [SIGN_IN_REQUIRED, 'ACCOUNT_BLOCKED'];

/** The layout around every route, from the outside in: error boundary, dialogs, data, screen, toast. */
export function Root() {
  const { key } = useLocation();
  useScrollAndFocus();
  return (
    <ErrorBoundary place={key}>
      <DialogsHost>
        {/* A screen that fails does not unmount an open crisis dialog. */}
        <ErrorBoundary place={key}>
          <Data />
        </ErrorBoundary>
        <ToastHost />
        <UpdateHost place={key} />
      </DialogsHost>
    </ErrorBoundary>
  );
}

function Data() {
  const { showCrisis } = useDialogs();
  const [client] = useState(() => {
    const askWhoIsHere = ({ code }: ApiError) => {
      // One refetch is enough for requests refused at the same time.
      if (code !== null && LEFT_OUT.includes(code))
        void client.invalidateQueries(userQuery, { cancelRefetch: false });
    };
    const client = createQueryClient({
      query: askWhoIsHere,
      mutation: (error) => {
        // Errors may carry crisis resources too; these are shown whatever else failed.
        if (error.crisis) showCrisis(error.resources);
        if (error.code === SIGN_IN_REQUIRED) askForSignIn();
        askWhoIsHere(error);
      },
    });
    return client;
  });
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}

function ToastHost() {
  const [started, setStarted] = useState(false);
  const toast = useToast();
  if (toast && !started) setStarted(true);
  if (!started) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}

/** Loads an update that waits for the user to finish, on the next navigation. */
function UpdateHost({ place }: { place: string }) {
  const update = useUpdate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it must run on each change of screen.
  useEffect(loadOnceFinished, [place]);

  if (update === 'none') return null;
  return (
    <Suspense fallback={null}>
      <UpdateBanner update={update} />
    </Suspense>
  );
}
