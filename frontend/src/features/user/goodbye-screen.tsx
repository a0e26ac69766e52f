import { useState } from 'react';
import type { Receipt } from '@/lib/api/types';
import { hourOf } from '@/lib/hour';
import { ButtonLink } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { useTitle } from '@/ui/page';
import { nearWater, StillWater } from '@/ui/still-water';
import { Wordmark } from '@/ui/wordmark';
import { SupportLink } from './support-link';

/** The last page: that everything is gone, what that was, and a number to hold us to it. */
export default function GoodbyeScreen({ receipt }: { receipt: Receipt }) {
  useTitle('Goodbye');
  const hour = hourOf(new Date());
  return (
    <main
      id="main"
      className="on-scene relative flex min-h-dvh flex-col overflow-hidden"
      style={{ backgroundColor: nearWater(hour) }}
    >
      <StillWater hour={hour} id="goodbye" className="absolute inset-0 size-full" />
      <div className="relative mx-auto flex w-full max-w-[44rem] flex-1 flex-col px-6 pt-6 pb-10 text-white md:px-12 rail:pt-8">
        <Wordmark />
        <h1 className="display mt-[clamp(2.5rem,9vh,6rem)] text-h1 sm:text-display">
          Goodbye, and take care
        </h1>
        <p className="mt-3 max-w-[30rem] text-lead">
          Your account has been permanently deleted. You are welcome back at any time.
        </p>
        <ReceiptCard receipt={receipt} />
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/" look="lamp">
            Return Home
          </ButtonLink>
          <ButtonLink to="/instant-support" look="scene" icon="help">
            Help now
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}

function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const { receiptId, storiesRemoved, prayersRemoved, subscription } = receipt;
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(receiptId).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <section
      aria-label="Receipt"
      className="mt-8 rounded-card bg-surface p-6 text-body shadow-lift sm:p-8"
    >
      <dl className="grid gap-4">
        <div>
          <dt className="text-small text-muted">Receipt</dt>
          <dd className="flex items-center gap-2">
            <code className="min-w-0 font-sans font-semibold text-ink [overflow-wrap:anywhere]">
              {receiptId}
            </code>
            <IconButton
              icon={copied ? 'check' : 'copy'}
              label={copied ? 'Copied' : 'Copy the receipt number'}
              onClick={copy}
              className="-my-2 shrink-0 hover:bg-sunk"
            />
          </dd>
        </div>
        <Line name="Stories removed">{storiesRemoved}</Line>
        <Line name="Prayers removed">{prayersRemoved}</Line>
        <Line name="Subscription">{subscriptionWords[subscription]}</Line>
      </dl>
      <p className="mt-4 text-small text-muted">
        Keep this number if you like: it proves what was deleted, and nothing in it tells who you
        are. Questions go to <SupportLink />.
      </p>
    </section>
  );
}

function Line({ name, children }: { name: string; children: string | number }) {
  return (
    <div className="border-t border-line pt-4 sm:grid sm:grid-cols-[11rem_minmax(0,1fr)] sm:items-baseline">
      <dt className="text-small text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const subscriptionWords: Record<Receipt['subscription'], string> = {
  none: 'There was none. Nothing will be charged.',
  cancelled: 'Cancelled. Nothing more will be charged.',
  cancelling:
    'Being cancelled. We keep asking the payment provider until it confirms that nothing more will be charged.',
};
