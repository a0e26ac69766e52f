import { useState } from 'react';
import type { OwnTestimony } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { Icon } from '@/ui/icon';
import { ClampedText } from './clamped-text';
import { removedFrom } from './removed';
import { WithdrawDialog } from './withdraw-dialog';

interface OwnStoryProps {
  story: OwnTestimony;
  onWithdrawn(): void;
}

/** One story of one's own: when, where it stands, the words as others would read them, and the way to take it back. */
export function OwnStory({ story, onWithdrawn }: OwnStoryProps) {
  const [asking, setAsking] = useState(false);
  const { createdAt, status, redactedText, piiRiskLevel } = story;
  const submitted = dateInWords(createdAt);
  return (
    <li className="rounded-card bg-surface p-6 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2.5">
        <h2 className="text-label text-muted">
          Submitted <time dateTime={createdAt}>{submitted}</time>
        </h2>
        <Badge status={status} />
      </div>
      {redactedText === null ? (
        <p className="mt-4 text-muted">
          We are taking names and places out of your story. Its words appear here in a moment.
        </p>
      ) : (
        <ClampedText text={redactedText} />
      )}
      <Outcome story={story} />
      {piiRiskLevel !== null && piiRiskLevel !== 'low' && (
        <p className="mt-4 flex items-center gap-2.5 text-label">
          <Icon name="shield" className="size-5 text-amber-text" />
          Privacy protection applied
        </p>
      )}
      {redactedText !== null && <WhatWasRemoved text={redactedText} />}
      <div className="mt-4 -mb-3 flex justify-end border-t border-line pt-2">
        <button
          type="button"
          aria-label={`Withdraw the story of ${submitted}`}
          onClick={() => setAsking(true)}
          className="-mr-3 min-h-11 rounded-full px-3 text-label font-semibold text-muted hover:text-danger hover:underline"
        >
          Withdraw
        </button>
      </div>
      {asking && (
        <WithdrawDialog story={story} onClose={() => setAsking(false)} onWithdrawn={onWithdrawn} />
      )}
    </li>
  );
}

const badges: Record<OwnTestimony['status'], { text: string; look: string }> = {
  pending: { text: 'Pending Approval', look: 'border-line-strong text-body' },
  approved: { text: 'Approved', look: 'border-water text-water' },
  rejected: { text: 'Not Approved', look: 'border-danger text-danger' },
  escalated: { text: 'Under Review', look: 'border-amber-text text-amber-text' },
};

function Badge({ status }: { status: OwnTestimony['status'] }) {
  const { text, look } = badges[status];
  return (
    <span className={`rounded-full border px-3.5 py-1 text-small font-semibold ${look}`}>
      {text}
    </span>
  );
}

/** What staff decided, and why. */
function Outcome({ story: { status, moderatedAt, moderationNotes } }: { story: OwnTestimony }) {
  if (status === 'approved' && moderatedAt) {
    return (
      <p className="mt-4 text-label text-muted">
        Approved on <time dateTime={moderatedAt}>{dateInWords(moderatedAt)}</time>
      </p>
    );
  }
  if (status === 'escalated') {
    return <p className="mt-4 text-label">Your testimony is being reviewed by our team.</p>;
  }
  if (status === 'rejected' && moderationNotes) {
    return (
      <div className="mt-4 rounded-field bg-sunk px-5 py-4 text-label">
        <h3 className="font-semibold text-ink">Why it was not approved</h3>
        <p dir="auto" className="mt-1 whitespace-pre-line">
          {moderationNotes}
        </p>
      </div>
    );
  }
  return null;
}

function WhatWasRemoved({ text }: { text: string }) {
  const { total, kinds } = removedFrom(text);
  if (total === 0) return null;
  return (
    <details className="group mt-2 text-label">
      <summary className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-full px-2 font-semibold text-water hover:underline">
        What was removed ({total})
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
