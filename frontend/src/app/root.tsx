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
import { useArrival } from './use-arrival';

// Toasts repeat what stands inline, so their code may come when the first one does.
const Toaster = optional(() => import('@/ui/toaster'));
const UpdateBanner = optional(() => import('@/features/installation/update-banner'));

const SIGN_IN_REQUIRED = 'SIGN_IN_REQUIRED';
/** What the server says to somebody who may not be who this tab takes them for any more. Staff hear other words. */
const LEFT_OUT = [SIGN_IN_REQUIRED, 'ACCOUNT_BLOCKED'];

/** What every route stands in, from the outside in: what catches failures, dialogs, data, the screen, the toast. */
export function Root() {
  const { key } = useLocation();
  useArrival();
  return (
    <ErrorBoundary place={key}>
      <DialogsHost>
        {/* A screen that fails does not take open help with it. */}
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
      // One call is enough for all that are refused at once.
      if (code !== null && LEFT_OUT.includes(code))
        void client.invalidateQueries(userQuery, { cancelRefetch: false });
    };
    const client = createQueryClient({
      query: askWhoIsHere,
      mutation: (error) => {
        // Help travels with errors too; whatever else failed, it is shown.
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

/** A version that waits until somebody has finished is loaded when they go to another screen. */
function UpdateHost({ place }: { place: string }) {
  const update = useUpdate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of screen is meant.
  useEffect(loadOnceFinished, [place]);

  if (update === 'none') return null;
  return (
    <Suspense fallback={null}>
      <UpdateBanner update={update} />
    </Suspense>
  );
}
