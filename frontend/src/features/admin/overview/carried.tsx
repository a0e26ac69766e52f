import { useState } from 'react';
import { Select } from '@/ui/select';
import { SmallButton } from '../frame/small-button';
import type { Overview } from '../types';
import { number } from '../words';
import { longMonday, overview as words } from './overview-words';

/** How many rows a table shows at first. */
const SHOWN = 10;

/** What people carried in one week: situations, and topics where no situation was clear. */
export function Carried({ overview: { weeks, carried } }: { overview: Overview }) {
  const [chosen, setChosen] = useState(weeks[0] ?? '');
  // Another span may not have the week that was chosen.
  const week = weeks.includes(chosen) ? chosen : (weeks[0] ?? '');
  const place = weeks.indexOf(week);
  const of = (kind: Overview['carried'][number]['kind']) =>
    carried
      .filter((one) => one.kind === kind)
      .map(({ id, name, counts }) => ({ id, name: name ?? words.goneLetter, count: counts[place] }))
      .filter((row): row is Row => typeof row.count === 'number')
      .sort((one, other) => other.count - one.count);
  return (
    <section aria-labelledby="carried">
      <h3 id="carried" className="display text-h3 text-ink">
        {words.carried}
      </h3>
      <p className="mb-3 max-w-[42rem] text-label text-muted">{words.carriedHint}</p>
      <Select
        label={words.week}
        look="pill"
        value={week}
        onChange={setChosen}
        options={weeks.map((monday) => [monday, longMonday(monday)] as const)}
      />
      <div className="mt-4 grid items-start gap-6 rail:grid-cols-2">
        <Counts key={`situations ${week}`} title={words.situations} rows={of('situation')} />
        <Counts key={`topics ${week}`} title={words.topics} rows={of('topic')} />
      </div>
    </section>
  );
}

interface Row {
  id: string;
  name: string;
  count: number;
}

function Counts({ title, rows }: { title: string; rows: readonly Row[] }) {
  const [all, setAll] = useState(false);
  const top = rows[0]?.count ?? 1;
  return (
    <div className="min-w-0 rounded-field border border-line bg-surface px-5 py-4">
      <table className="w-full border-collapse">
        <caption className="text-left font-semibold text-ink">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{words.letters}</th>
          </tr>
        </thead>
        <tbody>
          {(all ? rows : rows.slice(0, SHOWN)).map(({ id, name, count }) => (
            <tr key={id}>
              <th scope="row" className="w-3/5 py-1 pr-3 text-left font-normal wrap-anywhere">
                {name}
              </th>
              <td className="py-1 align-middle">
                <span className="flex items-center gap-2">
                  <svg
                    aria-hidden="true"
                    viewBox="0 0 100 10"
                    preserveAspectRatio="none"
                    className="h-3 min-w-0 flex-1 text-water forced-colors:text-[CanvasText]"
                  >
                    <rect width={(100 * count) / top} height="10" fill="currentColor" />
                  </svg>
                  <span className="tabular-nums">{number(count)}</span>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="text-muted">{words.noneThisWeek}</p>}
      {!all && rows.length > SHOWN && (
        <SmallButton variant="outline" className="mt-3" onClick={() => setAll(true)}>
          {words.showAll(rows.length)}
        </SmallButton>
      )}
    </div>
  );
}
