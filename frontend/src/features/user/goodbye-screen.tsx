import { useEffect, useRef, useState } from 'react';
import type { Receipt } from '@/lib/api/types';
import { hourOf } from '@/lib/hour';
import { useWords } from '@/lib/language';
import { ButtonLink } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { nearWater } from '@/ui/light';
import { useTitle } from '@/ui/page';
import { StillWater } from '@/ui/still-water';
import { Wordmark } from '@/ui/wordmark';
import { farewell } from './goodbye-words';
import { SupportLink } from './support-link';

/** The page after account deletion: what was deleted, and a receipt number. */
export default function GoodbyeScreen({ receipt }: { receipt: Receipt }) {
  const words = useWords(farewell);
  useTitle(words.goodbye);
  const hour = hourOf(new Date());
  const main = useRef<HTMLElement>(null);
  // It replaces another screen at the same URL, and mounts after it.
  useEffect(() => main.current?.focus({ preventScroll: true }), []);
  return (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className="on-scene relative flex min-h-dvh flex-col overflow-hidden outline-none"
      style={{ backgroundColor: nearWater(hour) }}
    >
      <StillWater hour={hour} id="goodbye" className="absolute inset-0 size-full" />
      <div className="relative mx-auto flex w-full max-w-[44rem] flex-1 flex-col px-6 pt-6 pb-10 text-white md:px-12 rail:pt-8">
        <Wordmark />
        <h1 className="display mt-[clamp(2.5rem,9vh,6rem)] text-h1 sm:text-display">
          {words.title}
        </h1>
        <p className="mt-3 max-w-[30rem] text-lead">
          {words.doneText} {words.text}
        </p>
        <ReceiptCard receipt={receipt} />
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/" variant="accent">
            {words.home}
          </ButtonLink>
          <ButtonLink to="/instant-support" variant="scene" icon="help">
            {words.helpNow}
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}

function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const { receiptId, storiesRemoved, prayersRemoved, subscription } = receipt;
  const words = useWords(farewell);
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(receiptId).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <section
      aria-label={words.receipt}
      className="mt-8 rounded-card bg-surface p-6 text-body shadow-lift sm:p-8"
    >
      <dl className="grid gap-4">
        <div>
          <dt className="text-small text-muted">{words.receipt}</dt>
          <dd className="flex items-center gap-2">
            <code className="min-w-0 font-sans font-semibold text-ink [overflow-wrap:anywhere]">
              {receiptId}
            </code>
            <IconButton
              icon={copied ? 'check' : 'copy'}
              label={copied ? words.copied : words.copy}
              onClick={copy}
              className="-my-2 shrink-0 hover:bg-sunk"
            />
          </dd>
        </div>
        <Line name={words.stories}>{storiesRemoved}</Line>
        <Line name={words.prayers}>{prayersRemoved}</Line>
        <Line name={words.subscription}>{words.subscriptions[subscription]}</Line>
      </dl>
      <p className="mt-4 text-small text-muted">
        {words.keepNumber} <SupportLink />.
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
