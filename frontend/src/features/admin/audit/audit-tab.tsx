import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Notice } from '@/ui/notice';
import { Select } from '@/ui/select';
import { Field } from '../frame/field';
import { SmallButton } from '../frame/small-button';
import { around, audit } from '../frame/staff-words';
import { Empty, explain, Failed, Loading } from '../frame/states';
import { ADMIN, auditQuery, verifyAudit } from '../queries';
import type { Verdict } from '../types';
import { auditActions, deedInWords, number } from '../words';
import { AuditTable } from './audit-table';

const anything = { action: '', actor: '', subject: '', from: '', to: '' };

/** The audit trail with its filters, and the verification of its hash chain. */
export function AuditTab() {
  const [typed, setTyped] = useState(anything);
  const [filter, setFilter] = useState(anything);
  const lines = useInfiniteQuery(auditQuery(asAsked(filter)));
  const all = lines.data?.pages.flatMap((page) => page.lines) ?? [];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (filter === typed) lines.refetch();
    else setFilter(typed);
  };
  const set = (field: keyof typeof anything) => (value: string) =>
    setTyped({ ...typed, [field]: value });

  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="display text-h2 text-ink">{around.tabs.audit}</h2>
        <Verify />
      </div>
      <form
        onSubmit={submit}
        aria-label={audit.filter}
        className="mt-4 grid items-end gap-3 sm:grid-cols-2 rail:grid-cols-[1.3fr_1fr_1.3fr_auto_auto_auto]"
      >
        <Select
          label={audit.what}
          value={typed.action}
          onChange={set('action')}
          options={[
            ['', audit.everything],
            ...auditActions.map((action) => [action, sentence(deedInWords(action))] as const),
          ]}
        />
        <Field label={audit.staffName} value={typed.actor} onChange={set('actor')} maxLength={60} />
        <Field label={audit.subject} value={typed.subject} onChange={set('subject')} />
        <Field label={audit.from} type="date" value={typed.from} onChange={set('from')} />
        <Field label={audit.until} type="date" value={typed.to} onChange={set('to')} />
        <SmallButton type="submit" icon="search">
          {audit.show}
        </SmallButton>
      </form>
      {lines.isPending && <Loading />}
      {lines.error && !lines.isFetchNextPageError && (
        <Failed what={audit.trail} error={lines.error} onRetry={lines.refetch} />
      )}
      {lines.data && (
        <>
          <p role="status" className="mt-4 mb-2 text-label text-muted">
            {audit.shown(all.length)}
            {lines.hasNextPage && audit.andMore}
          </p>
          {all.length === 0 ? <Empty>{audit.none}</Empty> : <AuditTable lines={all} />}
        </>
      )}
      {lines.isFetchNextPageError && (
        <Notice tone="danger" className="mt-3">
          {explain(lines.error)}
        </Notice>
      )}
      {lines.hasNextPage && (
        <div className="mt-4 grid place-items-center">
          <SmallButton
            variant="outline"
            aria-disabled={lines.isFetchingNextPage}
            onClick={() => lines.fetchNextPage()}
          >
            {lines.isFetchingNextPage ? around.loadingMore : around.showMore}
          </SmallButton>
        </div>
      )}
    </>
  );
}

/** Converts local dates to timestamps; the range includes the last day. */
function asAsked({ action, actor, subject, from, to }: typeof anything) {
  const next = to ? new Date(`${to}T00:00`) : null;
  next?.setDate(next.getDate() + 1);
  return {
    action,
    actor: actor.trim(),
    subject: subject.trim(),
    from: from ? new Date(`${from}T00:00`).toISOString() : '',
    to: next ? next.toISOString() : '',
  };
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Verifies the hash chain on the server and shows the result. */
function Verify() {
  const check = useMutation({
    mutationKey: [...ADMIN, 'verify'],
    mutationFn: verifyAudit,
  });
  return (
    <div className="grid max-w-[34rem] justify-items-end gap-2">
      <SmallButton
        variant="outline"
        icon="shield"
        aria-disabled={check.isPending}
        onClick={() => {
          if (!check.isPending) check.mutate();
        }}
      >
        {check.isPending ? audit.verifying : audit.verify}
      </SmallButton>
      {check.data && <Outcome verdict={check.data} />}
      {check.error && (
        <Notice tone="danger">
          {audit.notChecked} {explain(check.error)}
        </Notice>
      )}
    </div>
  );
}

function Outcome({ verdict: { lines, firstBroken, unsealed } }: { verdict: Verdict }) {
  if (firstBroken === null) {
    return (
      <Notice icon="check">
        {audit.whole(lines)}
        {unsealed > 0 && audit.unsealed(unsealed)}
      </Notice>
    );
  }
  return <Notice tone="danger">{audit.broken(number(firstBroken), lines)}</Notice>;
}
