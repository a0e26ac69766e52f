import { jobsTab } from '../frame/staff-words';
import { Empty } from '../frame/states';
import type { LocalQueue } from '../types';
import { age, number } from '../words';

const { local } = jobsTab;
const counts = ['running', 'ahead', 'unrecorded'] as const;

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
  return (
    <table className="mt-4 w-full border-separate border-spacing-y-1 text-left max-sm:text-label">
      <caption className="px-1 text-left font-semibold text-ink sm:px-3">
        {silent ? `${name} ${local.silent(age(silent.seenAt))}` : name}
      </caption>
      <thead className="text-small text-muted">
        <tr>
          {[local.lane, ...counts.map((count) => local.counts[count]), local.oldest].map(
            (column) => (
              <th key={column} scope="col" className="px-1 font-semibold max-sm:text-label sm:px-3">
                {column}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {queues.map((queue) => (
          <tr key={queue.lane} className="bg-surface tabular-nums *:px-1.5 *:py-3 sm:*:px-3">
            <th scope="row" className="rounded-l-small font-semibold text-ink">
              {local.lanes[queue.lane] ?? queue.lane}
            </th>
            <td className="whitespace-nowrap">
              {local.of(number(queue.running), number(queue.slots))}
            </td>
            <td>{number(queue.ahead)}</td>
            <td>{number(queue.unrecorded)}</td>
            <td className="rounded-r-small">{queue.oldestSince ? age(queue.oldestSince) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
