import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '@/ui/notice';
import { ConfirmDialog } from '../frame/confirm-dialog';
import { NotFor, OnlyFor } from '../frame/role';
import { roles } from '../frame/role-words';
import { SmallButton } from '../frame/small-button';
import { around, jobsTab } from '../frame/staff-words';
import { Empty, explain, Failed, Loading } from '../frame/states';
import { ADMIN, discardJob, jobsQuery, retryJob } from '../queries';
import type { DeadJob, JobCount } from '../types';
import { age, jobName, moment, number, tail } from '../words';
import { LocalQueues } from './local-queues';

/** Background jobs: running, waiting and dead. */
export function JobsTab() {
  const jobs = useQuery(jobsQuery);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-h2 text-ink">{around.tabs.jobs}</h2>
        <SmallButton
          variant="outline"
          aria-disabled={jobs.isFetching}
          onClick={() => jobs.refetch()}
        >
          {around.lookAgain}
        </SmallButton>
      </div>
      {jobs.isPending && <Loading />}
      {jobs.error && <Failed what={jobsTab.what} error={jobs.error} onRetry={jobs.refetch} />}
      {jobs.data && (
        <>
          <Kinds kinds={jobs.data.kinds} />
          <LocalQueues queues={jobs.data.localQueues} />
          <h3 className="display mt-8 mb-3 text-h3 text-ink">{jobsTab.decide}</h3>
          {jobs.data.dead.length > 0 && <NotFor least="owner">{roles.jobs}</NotFor>}
          {jobs.data.dead.length === 0 ? (
            <Empty>{jobsTab.none}</Empty>
          ) : (
            <ul className="grid gap-2">
              {jobs.data.dead.map((job) => (
                <Dead key={job.id} job={job} />
              ))}
            </ul>
          )}
        </>
      )}
    </>
  );
}

const states = ['waiting', 'running', 'dead'] as const;

/** For each kind: the number of waiting, running and dead jobs, and the age of the oldest. */
function Kinds({ kinds }: { kinds: readonly JobCount[] }) {
  const names = [...new Set(kinds.map(({ kind }) => kind))];
  if (names.length === 0) return <p className="mt-3 text-muted">{jobsTab.idle}</p>;
  return (
    <table className="mt-4 w-full max-sm:table-fixed border-separate border-spacing-y-1 text-left wrap-anywhere">
      <caption className="sr-only">{jobsTab.table}</caption>
      <thead className="text-small text-muted">
        <tr>
          <th scope="col" className="px-2 font-semibold sm:px-3">
            {jobsTab.kind}
          </th>
          {states.map((state) => (
            <th
              key={state}
              scope="col"
              className="px-2 font-semibold first-letter:uppercase sm:px-3"
            >
              {jobsTab.states[state]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} className="bg-surface *:px-2 *:py-3 sm:*:px-3">
            <th scope="row" className="rounded-l-small font-semibold text-ink">
              {jobName(name)}
            </th>
            {states.map((state) => (
              <Count
                key={state}
                count={kinds.find((one) => one.kind === name && one.state === state)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Count({ count }: { count: JobCount | undefined }) {
  if (!count) return <td className="text-muted last:rounded-r-small">0</td>;
  return (
    <td className="tabular-nums last:rounded-r-small">
      {number(count.count)}
      <span className="block text-small text-muted">{jobsTab.oldest(age(count.oldestSince))}</span>
    </td>
  );
}

/** A dead job: its error, and the actions on it. */
function Dead({ job }: { job: DeadJob }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<'retry' | 'discard' | null>(null);
  const change = useMutation({
    mutationKey: [...ADMIN, 'job'],
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: () => client.invalidateQueries({ queryKey: ADMIN }),
  });
  const name = jobName(job.kind);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-field border border-line bg-surface px-5 py-4">
      <div className="min-w-56 flex-1">
        <p className="font-semibold text-ink">
          {name} <span className="font-normal text-muted tabular-nums">…{tail(job.id)}</span>
        </p>
        <p className="wrap-anywhere">{job.reason}</p>
        <p className="text-small text-muted">
          {jobsTab.failed(job.failures + job.deaths)}
          <time dateTime={job.diedAt}>{moment(job.diedAt)}</time>
        </p>
      </div>
      <OnlyFor least="owner">
        <div className="flex gap-2">
          <SmallButton variant="outline" onClick={() => setAsking('retry')}>
            {jobsTab.retry}
          </SmallButton>
          <SmallButton variant="danger" onClick={() => setAsking('discard')}>
            {jobsTab.discard}
          </SmallButton>
        </div>
      </OnlyFor>
      {change.error && (
        <Notice tone="danger" className="w-full">
          {around.notDone} {explain(change.error)}
        </Notice>
      )}
      {asking === 'retry' && (
        <ConfirmDialog
          title={jobsTab.askRetry}
          confirm={jobsTab.retry}
          onClose={() => setAsking(null)}
          onConfirm={() => change.mutate(() => retryJob(job.id))}
        >
          {jobsTab.retryText(name)}
        </ConfirmDialog>
      )}
      {asking === 'discard' && (
        <ConfirmDialog
          title={jobsTab.askDiscard}
          confirm={jobsTab.discard}
          variant="danger"
          onClose={() => setAsking(null)}
          onConfirm={() => change.mutate(() => discardJob(job.id))}
        >
          {jobsTab.discardText(name)}
        </ConfirmDialog>
      )}
    </li>
  );
}
