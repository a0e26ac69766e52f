import { useId } from 'react';
import { longMonday, shortMonday, overview as words } from './overview-words';

interface WeekChartProps {
  title: string;
  /** The Mondays, the latest first. */
  weeks: readonly string[];
  /** A value for each week; null if it is not told. */
  values: readonly (number | null)[];
  /** The heading of the values in the table. */
  heading: string;
  inWords(value: number): string;
  /** What stands for null. */
  missing: string;
}

const HEIGHT = 40;
const STEP = 10;
const BAR = 8;

/**
 * Bars by week, from left to right. Screen readers read a table instead. The bars have the colour of text, which forced
 * colours replace as well.
 */
export function WeekChart({ title, weeks, values, heading, inWords, missing }: WeekChartProps) {
  const id = useId();
  const known = values.filter((value) => value !== null);
  const top = Math.max(...known, 0);
  const said = (value: number | null | undefined) =>
    value === null || value === undefined ? missing : inWords(value);
  return (
    <figure
      aria-labelledby={id}
      className="relative rounded-field border border-line bg-surface px-5 py-4"
    >
      <figcaption id={id} className="font-semibold text-ink">
        {title}
      </figcaption>
      <p className="text-label text-muted">{words.latest(said(values[0]))}</p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${weeks.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-3 block h-20 w-full text-water forced-colors:text-[CanvasText]"
      >
        <path
          d={`M0 ${HEIGHT - 0.5}H${weeks.length * STEP}`}
          stroke="currentColor"
          strokeWidth="1"
          vectorEffect="non-scaling-stroke"
        />
        {weeks.map((monday, place) => {
          const height = (top > 0 ? (values[place] ?? 0) / top : 0) * (HEIGHT - 1);
          return (
            <rect
              key={monday}
              x={(weeks.length - 1 - place) * STEP + (STEP - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              fill="currentColor"
            />
          );
        })}
      </svg>
      <p
        aria-hidden="true"
        className="mt-1 flex flex-wrap justify-between gap-x-3 text-small text-muted tabular-nums"
      >
        <span>{shortMonday(weeks.at(-1) ?? '')}</span>
        {known.length > 0 && <span>{words.top(inWords(top))}</span>}
        <span>{shortMonday(weeks[0] ?? '')}</span>
      </p>
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{words.monday}</th>
              <th scope="col">{heading}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((monday, place) => (
              <tr key={monday}>
                <th scope="row">{longMonday(monday)}</th>
                <td>{said(values[place])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
