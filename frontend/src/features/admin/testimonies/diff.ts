/** A word diff between two versions of a text. */

export interface Change {
  kind: 'same' | 'out' | 'in';
  text: string;
}

/** Beyond this table size the differing middle is shown as replaced, to bound the run time. */
const MAX_PAIRS = 4_000_000;

export function diff(before: string, after: string): Change[] {
  const old = words(before);
  const now = words(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < now.length - start &&
    old[old.length - 1 - end] === now[now.length - 1 - end]
  )
    end += 1;
  return joined([
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(same),
  ]);
}

const words = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];
const same = (text: string): Change => ({ kind: 'same', text });
const out = (text: string): Change => ({ kind: 'out', text });
const put = (text: string): Change => ({ kind: 'in', text });

/** The longest common subsequence of words, by dynamic programming. */
function middle(old: string[], now: string[]): Change[] {
  if (old.length * now.length > MAX_PAIRS) return [...old.map(out), ...now.map(put)];
  const width = now.length + 1;
  const table = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number) => table[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      table[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const changes: Change[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    const gone = old[row];
    const come = now[column];
    if (gone !== undefined && gone === come) {
      changes.push(same(gone));
      row += 1;
      column += 1;
    } else if (
      gone !== undefined &&
      (come === undefined || at(row + 1, column) >= at(row, column + 1))
    ) {
      changes.push(out(gone));
      row += 1;
    } else if (come !== undefined) {
      changes.push(put(come));
      column += 1;
    }
  }
  return changes;
}

/** Merges adjacent words of one kind. */
function joined(changes: Change[]): Change[] {
  const runs: Change[] = [];
  for (const { kind, text } of changes) {
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += text;
    else runs.push({ kind, text });
  }
  return runs;
}
