import { type ReactNode, useEffect, useRef } from 'react';
import { buttonClass } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { Benefits } from './benefits';
import { Countdown } from './countdown';
import { StandIn } from './stand-in';
import { type Confirmation, useConfirmation } from './use-confirmation';

const titles: Record<Confirmation, string> = {
  waiting: 'Confirming your payment…',
  slow: 'Confirming your payment…',
  settled: 'Welcome to Premium!',
  failed: 'The payment did not go through',
  none: 'There is no payment to confirm',
};

/** After paying: waits for the server's word, and grants nothing by itself. */
export function SuccessScreen({ signedIn }: { signedIn: boolean }) {
  const { state, standIn, link } = useConfirmation();
  const status = useRef<HTMLDivElement>(null);
  const waiting = state === 'waiting' || state === 'slow';

  // The heading changes under whoever reads along: they are told.
  useEffect(() => {
    if (!waiting) status.current?.focus();
  }, [waiting]);

  return (
    <Page title={titles[state]}>
      {standIn && <StandIn />}
      <div ref={status} tabIndex={-1} role="status" className="outline-none">
        {waiting && <Waiting slow={state === 'slow'} lost={link === 'lost'} />}
        {state === 'settled' && <Welcome signedIn={signedIn} />}
        {state === 'failed' && (
          <Way to="/subscribe" name="Try again">
            Nothing was charged. You can try again with this card or with another one.
          </Way>
        )}
        {state === 'none' && (
          <Way to="/subscribe" name="See the plan">
            Nothing was charged. If you have paid in another browser, it is confirmed there.
          </Way>
        )}
      </div>
      {state === 'settled' && <Onward />}
    </Page>
  );
}

function Waiting({ slow, lost }: { slow: boolean; lost: boolean }) {
  return (
    <>
      <p className="breathe">
        We are waiting for our payment provider to confirm it. This takes a few seconds.
      </p>
      {slow && (
        <Notice className="mt-5">
          It takes longer than usual. You need not wait here: Premium begins by itself as soon as
          the payment is confirmed, and your profile says so. You are not charged twice.
        </Notice>
      )}
      {lost && (
        <Notice icon="offline" className="mt-5">
          The connection is interrupted. We keep trying; your payment does not depend on it.
        </Notice>
      )}
    </>
  );
}

function Welcome({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <p className="text-lead">
        Thank you. Your payment is confirmed, and a receipt is on its way to you.
      </p>
      {!signedIn && (
        <Notice icon="lock" className="mt-5">
          Premium is waiting for you. Sign in with the e-mail address you just gave, and it is
          yours.
        </Notice>
      )}
      <section aria-label="What you have now" className="mt-6 rounded-card bg-surface p-6 sm:p-8">
        <Benefits />
      </section>
    </>
  );
}

const Onward = () => (
  <>
    <div className="mt-7 flex flex-wrap gap-3 max-sm:*:w-full">
      <a href="/?premium=true" className={buttonClass()}>
        Start Using Premium
      </a>
      <a href="/" className={buttonClass('outline')}>
        <Icon name="home" />
        Go to Home
      </a>
    </div>
    <Countdown />
  </>
);

interface WayProps {
  to: string;
  name: string;
  children: ReactNode;
}

const Way = ({ to, name, children }: WayProps) => (
  <>
    <p>{children}</p>
    <div className="mt-7 flex flex-wrap gap-3 max-sm:*:w-full">
      <a href={to} className={buttonClass()}>
        {name}
      </a>
      <a href="/" className={buttonClass('outline')}>
        Go to Home
      </a>
    </div>
  </>
);
