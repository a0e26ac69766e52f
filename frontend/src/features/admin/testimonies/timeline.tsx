import type { TimelineLine } from '../types';
import { actorInWords, deedInWords, moment } from '../words';
import { pane } from './testimony-words';

/** The history of a testimony: who, what, when and why, oldest first. */
export function Timeline({ lines }: { lines: readonly TimelineLine[] }) {
  if (lines.length === 0) return <p className="text-label text-muted">{pane.nothingYet}</p>;
  return (
    <ol className="mt-2 grid gap-3 border-l border-line-strong pl-5">
      {lines.map((line) => (
        <li
          key={`${line.at} ${line.action}`}
          className="relative text-label before:absolute before:top-2 before:-left-[1.62rem] before:size-2 before:rounded-full before:bg-line-strong"
        >
          <p>
            <strong className="font-semibold text-ink">{actorInWords(line.actor)}</strong>{' '}
            {deedInWords(line.action)}
            <span className="text-muted">
              {' '}
              · <time dateTime={line.at}>{moment(line.at)}</time>
            </span>
          </p>
          {line.reason && line.reason !== 'undone' && (
            <p dir="auto" className="whitespace-pre-line text-muted wrap-anywhere">
              {line.reason}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
