import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWords } from '@/lib/language';
import { buttonClass } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { Benefits } from './benefits';
import { Countdown } from './countdown';
import { afterwards } from './payment-words';
import { StandIn } from './stand-in';
import { useConfirmation } from './use-confirmation';
import { WaitingPremium } from './waiting-premium';

/** The page after paying: waits for the server's confirmation and grants nothing by itself. */
export function SuccessScreen({ signedIn }: { signedIn: boolean }) {
  const words = useWords(afterwards);
  const { state, standIn, link, paid } = useConfirmation();
  const [editing, setEditing] = useState(false);
  const status = useRef<HTMLDivElement>(null);
  const waiting = state === 'waiting' || state === 'slow';

  // The heading changes while it is shown, so the change is announced.
  useEffect(() => {
    if (!waiting) status.current?.focus();
  }, [waiting]);

  return (
    <Page title={words.titles[state]}>
      {standIn && <StandIn />}
      <div ref={status} tabIndex={-1} role="status" className="outline-none">
        {waiting && <Waiting slow={state === 'slow'} lost={link === 'lost'} />}
        {state === 'settled' && (
          <Welcome>
            {paid && <WaitingPremium paid={paid} onChange={noop} onEditing={setEditing} />}
            {!paid && !signedIn && (
              <Notice icon="lock" className="mt-5">
                {words.signIn}
              </Notice>
            )}
          </Welcome>
        )}
        {state === 'failed' && (
          <Way to="/subscribe" name={words.tryAgain}>
            {words.failed}
          </Way>
        )}
        {state === 'none' && (
          <Way to="/subscribe" name={words.seePlan}>
            {words.none}
          </Way>
        )}
      </div>
      {state === 'settled' && <Onward held={editing} signedIn={signedIn} />}
    </Page>
  );
}

function Waiting({ slow, lost }: { slow: boolean; lost: boolean }) {
  const words = useWords(afterwards);
  return (
    <>
      <p className="breathe">{words.waiting}</p>
      {slow && <Notice className="mt-5">{words.slow}</Notice>}
      {lost && (
        <Notice icon="offline" className="mt-5">
          {words.lost}
        </Notice>
      )}
    </>
  );
}

/** The stream tells what has changed. */
const noop = () => {};

function Welcome({ children }: { children: ReactNode }) {
  const words = useWords(afterwards);
  return (
    <>
      <p className="text-lead">{words.thanks}</p>
      {children && <div className="mt-5">{children}</div>}
      <section aria-label={words.benefits} className="mt-6 rounded-card bg-surface p-6 sm:p-8">
        <Benefits />
      </section>
    </>
  );
}

function Onward({ held, signedIn }: { held: boolean; signedIn: boolean }) {
  const words = useWords(afterwards);
  return (
    <>
      <div className="mt-7 flex flex-wrap gap-3 max-sm:*:w-full">
        <a href="/?premium=true" className={buttonClass()}>
          {words.start}
        </a>
        <a href="/" className={buttonClass('outline')}>
          <Icon name="home" />
          {words.home}
        </a>
        {signedIn && (
          <a href="/mine" className={buttonClass('outline')}>
            <Icon name="keep" />
            {words.mine}
          </a>
        )}
      </div>
      <Countdown held={held} />
    </>
  );
}

interface WayProps {
  to: string;
  name: string;
  children: ReactNode;
}

function Way({ to, name, children }: WayProps) {
  const words = useWords(afterwards);
  return (
    <>
      <p>{children}</p>
      <div className="mt-7 flex flex-wrap gap-3 max-sm:*:w-full">
        <a href={to} className={buttonClass()}>
          {name}
        </a>
        <a href="/" className={buttonClass('outline')}>
          {words.home}
        </a>
      </div>
    </>
  );
}
