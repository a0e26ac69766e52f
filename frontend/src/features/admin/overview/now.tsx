import { Link } from '@/ui/link';
import type { Overview } from '../types';
import { age } from '../words';
import { overview as words } from './overview-words';

/** What is there now, each with the way to its tab. */
export function Now({ now }: { now: Overview['now'] }) {
  const parts = [
    {
      tab: 'testimonies',
      name: words.stories,
      facts: [
        words.pending(now.storiesPending),
        words.escalated(now.storiesEscalated),
        words.reported(now.storiesReported),
        now.oldestStory && words.oldest(age(now.oldestStory)),
      ],
    },
    {
      tab: 'prayers',
      name: words.prayers,
      facts: [words.shared(now.prayersShared), words.notPrayed(now.prayersWaiting)],
    },
    {
      tab: 'uploads',
      name: words.documents,
      facts: [
        words.underway(now.documentsUnderway),
        words.searchable(now.documentsCompleted),
        words.failed(now.documentsFailed),
      ],
    },
    {
      tab: 'jobs',
      name: words.jobs,
      facts: [
        words.waiting(now.jobsWaiting),
        words.running(now.jobsRunning),
        words.dead(now.jobsDead),
      ],
    },
  ];
  return (
    <section aria-labelledby="now">
      <h3 id="now" className="display text-h3 text-ink">
        {words.now}
      </h3>
      <ul className="mt-2 grid gap-2 sm:grid-cols-2 rail:grid-cols-4">
        {parts.map(({ tab, name, facts }) => (
          <li key={tab} className="rounded-field border border-line bg-surface px-5 py-3">
            <Link
              to={`?tab=${tab}`}
              className="inline-flex min-h-11 min-w-11 items-center font-semibold text-ink underline underline-offset-4"
            >
              {name}
            </Link>
            <ul className="text-label tabular-nums">
              {facts.filter(Boolean).map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
