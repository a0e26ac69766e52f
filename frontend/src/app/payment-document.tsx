import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ComponentProps,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { subscriptionQuery } from '@/features/subscription/queries';
import { SubscribeScreen } from '@/features/subscription/subscribe-screen';
import { SuccessScreen } from '@/features/subscription/success-screen';
import { userQuery } from '@/features/user/queries';
import { createQueryClient } from '@/lib/api/query';
import type { User } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { wasSignedIn } from '@/lib/remembered';
import { useToast } from '@/lib/toasts';
import { Wordmark } from '@/ui/wordmark';
import { ErrorBoundary } from './error-boundary';
import { Navigation } from './navigation';
import { optional } from './optional';
import { useCurrentUser } from './use-current-user';
import { shell } from './words';

const Toaster = optional(() => import('@/ui/toaster'));

const GiveScreen = lazy(async () => ({
  default: (await import('@/features/subscription/give-screen')).GiveScreen,
}));

const SUCCESS = '/subscribe/success';
const GIFT = '/subscribe/gift';

/** The payment screens. They have no router: every link loads another document. */
export function PaymentDocument() {
  const [path, setPath] = useState(window.location.pathname);
  const [client] = useState(() => createQueryClient());

  useEffect(() => {
    const onBack = () => setPath(window.location.pathname);
    window.addEventListener('popstate', onBack);
    return () => window.removeEventListener('popstate', onBack);
  }, []);

  const paid = () => {
    window.history.pushState(null, '', SUCCESS);
    window.scrollTo(0, 0);
    setPath(SUCCESS);
  };
  return (
    <ErrorBoundary place={path}>
      <QueryClientProvider client={client}>
        <Frame path={path}>
          <Screen path={path} onPaid={paid} />
        </Frame>
        <ToastHost />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

function Screen({ path, onPaid }: { path: string; onPaid(): void }) {
  const currentUser = useCurrentUser(path);
  const user = currentUser.data;
  useOwnSubscription(user);
  const unreached = user === undefined ? currentUser : undefined;
  if (path === SUCCESS) return <SuccessScreen signedIn={user !== null} />;
  if (path === GIFT) {
    return (
      <Suspense fallback={null}>
        <GiveScreen user={user} unreached={unreached} />
      </Suspense>
    );
  }
  return <SubscribeScreen user={user} unreached={unreached} onPaid={onPaid} />;
}

/** A user who signs in in another tab may have a subscription, so it is refetched: nobody pays twice. */
function useOwnSubscription(user: User | null | undefined): void {
  const client = useQueryClient();
  const before = useRef(user);
  useEffect(() => {
    if (before.current !== undefined && before.current?.id !== user?.id)
      void client.invalidateQueries({ queryKey: subscriptionQuery.queryKey });
    before.current = user;
  }, [client, user]);
}

/** The navigation of every screen, and a minimal footer. Each link loads another document. */
function Frame({ path, children }: { path: string; children: ReactNode }) {
  const words = useWords(shell);
  const { data: user } = useQuery(userQuery);
  return (
    <div className="shell flex min-h-dvh flex-col rail:grid rail:grid-cols-[clamp(220px,16.5rem,24vw)_minmax(0,1fr)]">
      <a
        href="#main"
        className="absolute top-3 left-3 z-30 rounded-full bg-ink px-5 py-3 text-on-ink not-focus:sr-only"
      >
        {words.skip}
      </a>
      <Navigation
        here={path}
        isSignedIn={user === undefined ? wasSignedIn() : user !== null}
        anchor={PlainLink}
      />
      <div className="flex flex-1 flex-col rail:min-h-dvh rail:pt-7">
        <header className="flex min-h-18 items-center px-6 text-ink rail:hidden">
          <a
            href="/"
            className="-ml-1 inline-flex min-h-11 items-center rounded-full px-1 text-current no-underline"
          >
            <Wordmark />
          </a>
        </header>
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        <footer className="flex flex-wrap items-center justify-center gap-x-7 px-6 py-6 text-label rail:hidden">
          {footerLinks.map(([href, name]) => (
            <a
              key={href}
              href={href}
              className="inline-flex min-h-11 min-w-11 items-center text-muted no-underline hover:underline"
            >
              {words[name]}
            </a>
          ))}
        </footer>
      </div>
    </div>
  );
}

const PlainLink = ({ to, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) => (
  <a {...rest} href={to} />
);

const footerLinks = [
  ['/terms', 'terms'],
  ['/privacy', 'privacy'],
] as const;

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
