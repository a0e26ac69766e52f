import { type Change, diff } from './diff';
import { editing } from './testimony-words';

/** An inline diff: removed text is struck through, added text underlined. */
export function DiffView({ before, after }: { before: string; after: string }) {
  return (
    <div dir="auto" className="rounded-small bg-sunk px-4 py-3 whitespace-pre-line wrap-anywhere">
      {diff(before, after).map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a change has no identity but its position.
        <Part key={at} change={change} />
      ))}
    </div>
  );
}

function Part({ change }: { change: Change }) {
  if (change.kind === 'out') {
    return (
      <del className="text-danger decoration-2">
        <span className="sr-only">{editing.takenOut}</span>
        {change.text}
      </del>
    );
  }
  if (change.kind === 'in') {
    return (
      <ins className="font-semibold text-water decoration-2">
        <span className="sr-only">{editing.putIn}</span>
        {change.text}
      </ins>
    );
  }
  return <>{change.text}</>;
}
