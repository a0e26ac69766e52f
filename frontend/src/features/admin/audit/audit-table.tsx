import { Link } from '@/ui/link';
import { audit } from '../frame/staff-words';
import type { AuditLine } from '../types';
import { actorInWords, deedInWords, moment, number, plain, tail } from '../words';
import { words } from './audit-words';
import { factsInWords } from './facts';

/** Entries of the audit trail. On phones each entry is a block of its own. */
export function AuditTable({ lines }: { lines: readonly AuditLine[] }) {
  return (
    <table className="block w-full text-left text-label md:table">
      <caption className="sr-only">{audit.table}</caption>
      <thead className="hidden text-small text-muted md:table-header-group">
        <tr className="*:px-3 *:py-2 *:font-semibold">
          {audit.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="grid gap-2 md:table-row-group">
        {lines.map((line) => (
          <tr
            key={line.position}
            className="flex flex-wrap gap-x-3 rounded-small border border-line px-4 py-2.5 md:table-row md:border-0 md:*:border-t md:*:border-line md:*:px-3 md:*:py-2.5"
          >
            <td className="text-muted tabular-nums">{number(line.position)}</td>
            <td className="text-muted tabular-nums md:whitespace-nowrap">
              <time dateTime={line.at}>{moment(line.at)}</time>
            </td>
            <td className="font-semibold text-ink wrap-anywhere md:min-w-24">
              {actorInWords(line.actor)}
              {line.actor.role && (
                <>
                  {' '}
                  <span className="font-normal text-muted">{line.actor.role}</span>
                </>
              )}
            </td>
            <td>{deedInWords(line.action)}</td>
            <td className="text-muted tabular-nums">
              <Subject subject={line.subject} />
            </td>
            <td className="text-muted wrap-anywhere">{factsInWords(line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What something was done to. A story can be opened. */
function Subject({ subject: { kind, id } }: Pick<AuditLine, 'subject'>) {
  if (!id) return null;
  if (kind !== 'story') {
    return (
      <span className="md:whitespace-nowrap" title={id}>
        {plain(kind)} …{tail(id)}
      </span>
    );
  }
  return (
    <Link
      to={`?tab=testimonies&story=${id}`}
      title={id}
      aria-label={words.openStory(tail(id))}
      className="inline-flex min-h-11 items-center underline underline-offset-4 md:whitespace-nowrap"
    >
      {words.ofStory(tail(id))}
    </Link>
  );
}
