import { useState } from 'react';
import type { OwnTestimony } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { Icon } from '@/ui/icon';
import { ClampedText } from './clamped-text';
import { removedFrom } from './removed';
import { WithdrawDialog } from './withdraw-dialog';
import { own } from './words';

interface OwnTestimonyCardProps {
  testimony: OwnTestimony;
  onWithdrawn(): void;
}

/** One own testimony: date, status, redacted text, and the withdraw button. */
export function OwnTestimonyCard({ testimony, onWithdrawn }: OwnTestimonyCardProps) {
  const [asking, setAsking] = useState(false);
  const words = useWords(own);
  const { createdAt, status, redactedText, piiRiskLevel } = testimony;
  const submitted = dateInWords(createdAt);
  return (
    <li className="rounded-card bg-surface p-6 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2.5">
        <h2 className="text-label text-muted">
          {words.submitted} <time dateTime={createdAt}>{submitted}</time>
        </h2>
        <Badge status={status} />
      </div>
      {redactedText === null ? (
        <p className="mt-4 text-muted">{words.preparing}</p>
      ) : (
        <ClampedText text={redactedText} />
      )}
      <Outcome testimony={testimony} />
      {testimony.prayers > 0 && (
        <p className="mt-4 flex items-center gap-2.5 font-semibold text-water">
          <Icon name="people" className="size-5" />
          {words.prayed(testimony.prayers)}
        </p>
      )}
      {piiRiskLevel !== null && piiRiskLevel !== 'low' && (
        <p className="mt-4 flex items-center gap-2.5 text-label">
          <Icon name="shield" className="size-5 text-amber-text" />
          {words.protected}
        </p>
      )}
      {redactedText !== null && <WhatWasRemoved text={redactedText} />}
      <div className="mt-4 -mb-3 flex justify-end border-t border-line pt-2">
        <button
          type="button"
          aria-label={words.withdrawOf(submitted)}
          onClick={() => setAsking(true)}
          className="-mr-3 min-h-11 rounded-full px-3 text-label font-semibold text-muted hover:text-danger hover:underline"
        >
          {words.withdraw}
        </button>
      </div>
      {asking && (
        <WithdrawDialog
          testimony={testimony}
          onClose={() => setAsking(false)}
          onWithdrawn={onWithdrawn}
        />
      )}
    </li>
  );
}

const looks: Record<OwnTestimony['status'], string> = {
  pending: 'border-line-strong text-body',
  approved: 'border-water text-water',
  rejected: 'border-danger text-danger',
  escalated: 'border-amber-text text-amber-text',
};

function Badge({ status }: { status: OwnTestimony['status'] }) {
  const { badges } = useWords(own);
  return (
    <span className={`rounded-full border px-3.5 py-1 text-small font-semibold ${looks[status]}`}>
      {badges[status]}
    </span>
  );
}

/** The decision of staff, with its reason. */
function Outcome({
  testimony: { status, moderatedAt, moderationNotes },
}: {
  testimony: OwnTestimony;
}) {
  const words = useWords(own);
  if (status === 'approved' && moderatedAt) {
    return (
      <p className="mt-4 text-label text-muted">
        {words.approvedOn} <time dateTime={moderatedAt}>{dateInWords(moderatedAt)}</time>
      </p>
    );
  }
  if (status === 'escalated') {
    return <p className="mt-4 text-label">{words.reviewed}</p>;
  }
  if (status === 'rejected' && moderationNotes) {
    return (
      <div className="mt-4 rounded-field bg-sunk px-5 py-4 text-label">
        <h3 className="font-semibold text-ink">{words.why}</h3>
        <p dir="auto" className="mt-1 whitespace-pre-line">
          {moderationNotes}
        </p>
      </div>
    );
  }
  return null;
}

function WhatWasRemoved({ text }: { text: string }) {
  const words = useWords(own);
  const { total, kinds } = removedFrom(text);
  if (total === 0) return null;
  return (
    <details className="group mt-2 text-label">
      <summary className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-full px-2 font-semibold text-water hover:underline">
        {words.removed(total)}
        <Icon name="down" className="size-4 group-open:rotate-180" />
      </summary>
      <ul className="mb-2 flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <li key={kind} className="rounded-full bg-sunk px-3.5 py-1 text-small">
            {kind}
          </li>
        ))}
      </ul>
    </details>
  );
}
