import { useState } from 'react';
import type { OwnTestimony } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { useLanguageOf, useWords } from '@/lib/language';
import { withPlaceholders } from '@/lib/placeholders';
import { rejection } from '@/lib/rejection-words';
import { Icon } from '@/ui/icon';
import { ClampedText } from './clamped-text';
import { removedFrom } from './removed';
import { WithdrawDialog } from './withdraw-dialog';
import { own } from './words';

interface OwnTestimonyCardProps {
  testimony: OwnTestimony;
  onWithdrawn(): void;
}

/** One own testimony as a row: date, status, redacted text, what became of it, and the withdraw button. */
export function OwnTestimonyCard({ testimony, onWithdrawn }: OwnTestimonyCardProps) {
  const [asking, setAsking] = useState(false);
  const words = useWords(own);
  const { createdAt, status, redactedText, language, piiRiskLevel } = testimony;
  const submitted = dateInWords(createdAt);
  return (
    <li className="border-line px-6 pt-4 pb-1.5 not-first:border-t sm:px-7">
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1.5">
        <h2 className="text-label text-muted">
          {words.submitted} <time dateTime={createdAt}>{submitted}</time>
        </h2>
        <Badge status={status} />
      </div>
      {redactedText === null ? (
        <p className="mt-2 text-muted">{words.preparing}</p>
      ) : (
        <ClampedText text={withPlaceholders(redactedText, language)} lang={language ?? ''} />
      )}
      <Outcome testimony={testimony} />
      {testimony.prayers > 0 && (
        <p className="mt-3 flex items-center gap-2 font-semibold text-label text-water">
          <Icon name="people" className="size-5" />
          {words.prayed(testimony.prayers)}
        </p>
      )}
      <div className="mt-1 flex flex-wrap items-start gap-x-6">
        {piiRiskLevel !== null && piiRiskLevel !== 'low' && (
          <p className="flex min-h-11 items-center gap-2 text-label">
            <Icon name="shield" className="size-5 text-amber-text" />
            {words.protected}
          </p>
        )}
        {redactedText !== null && <WhatWasRemoved text={redactedText} />}
        <button
          type="button"
          aria-label={words.withdrawOf(submitted)}
          onClick={() => setAsking(true)}
          className="-mr-3 ml-auto min-h-11 rounded-full px-3 text-label font-semibold text-muted hover:text-danger hover:underline"
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
    <span className={`rounded-full border px-3 py-0.5 text-small font-semibold ${looks[status]}`}>
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
      <p className="mt-1.5 text-label text-muted">
        {words.approvedOn} <time dateTime={moderatedAt}>{dateInWords(moderatedAt)}</time>
      </p>
    );
  }
  if (status === 'escalated') {
    return <p className="mt-1.5 text-label">{words.reviewed}</p>;
  }
  if (status === 'rejected' && moderationNotes) {
    return (
      <div className="mt-2 rounded-small bg-sunk px-4 py-2.5 text-label">
        <h3 className="font-semibold text-ink">{words.why}</h3>
        <Reason note={moderationNotes} />
      </div>
    );
  }
  return null;
}

/** A template is shown in the language of the app; the language of words of staff's own is not known. */
function Reason({ note }: { note: string }) {
  const templates = useWords(rejection);
  const language = useLanguageOf(rejection);
  const template = templateOf(note);
  return (
    <p dir="auto" lang={template ? language : ''} className="whitespace-pre-line">
      {template ? templates[template] : note}
    </p>
  );
}

/** The template that a note is, if it is one. */
const templateOf = (note: string): keyof typeof rejection | undefined =>
  (Object.keys(rejection) as (keyof typeof rejection)[]).find(
    (id) => rejection[id] === note.trim(),
  );

function WhatWasRemoved({ text }: { text: string }) {
  const words = useWords(own);
  const { total, kinds } = removedFrom(text);
  if (total === 0) return null;
  return (
    <details className="group text-label">
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
