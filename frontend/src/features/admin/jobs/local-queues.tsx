import { jobsTab } from '../frame/staff-words';
import { Empty } from '../frame/states';
import type { LocalQueue } from '../types';
import { age, number } from '../words';

const { local } = jobsTab;

/** What each worker holds: the jobs that run, that it has claimed ahead, and whose end is not recorded yet. */
export function LocalQueues({ queues }: { queues: readonly LocalQueue[] }) {
  const workers = [...new Set(queues.map(({ worker }) => worker))];
  return (
    <>
      <h3 className="display mt-8 mb-3 text-h3 text-ink">{local.title}</h3>
      {workers.length === 0 ? (
        <Empty>{local.none}</Empty>
      ) : (
        <p className="text-small text-muted">{local.about}</p>
      )}
      {workers.map((worker, index) => (
        <WorkerQueues
          key={worker}
          name={local.worker(index + 1)}
          queues={queues.filter((queue) => queue.worker === worker)}
        />
      ))}
    </>
  );
}

/** The local queues of one worker, by lane. */
function WorkerQueues({ name, queues }: { name: string; queues: readonly LocalQueue[] }) {
  const silent = queues.find(({ isSilent }) => isSilent);
  const title = silent ? `${name} ${local.silent(age(silent.seenAt))}` : name;
  return (
    <>
      <h4 className="mt-4 mb-1 font-semibold text-ink">{title}</h4>
      <ul aria-label={title} className="space-y-1">
        {queues.map((queue) => (
          <li
            key={queue.lane}
            className="flex flex-wrap gap-x-5 rounded-small bg-surface px-3 py-3 tabular-nums"
          >
            <span className="min-w-22 font-semibold text-ink">
              {local.lanes[queue.lane] ?? queue.lane}
            </span>
            <span>{local.running(number(queue.running), number(queue.slots))}</span>
            <span>{local.ahead(number(queue.ahead))}</span>
            <span>{local.unrecorded(number(queue.unrecorded))}</span>
            {queue.oldestSince && <span>{local.oldest(age(queue.oldestSince))}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
