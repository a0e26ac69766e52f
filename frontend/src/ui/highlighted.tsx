interface HighlightedProps {
  text: string;
  /** Where each part begins and ends, as JavaScript counts. */
  marks: readonly (readonly number[])[];
}

/** A text in which the words that were looked for are marked. */
export function Highlighted({ text, marks }: HighlightedProps) {
  const pieces: { at: number; end: number; marked: boolean }[] = [];
  let at = 0;
  for (const [start = 0, end = 0] of marks) {
    // What overlaps or leaves the text would show words twice or not at all.
    if (start < at || end <= start || end > text.length) continue;
    if (start > at) pieces.push({ at, end: start, marked: false });
    pieces.push({ at: start, end, marked: true });
    at = end;
  }
  if (at < text.length) pieces.push({ at, end: text.length, marked: false });
  return pieces.map(({ at: from, end, marked }) =>
    marked ? (
      <mark key={from} className="rounded-[4px] bg-amber/30 px-0.5 text-ink">
        {text.slice(from, end)}
      </mark>
    ) : (
      <span key={from}>{text.slice(from, end)}</span>
    ),
  );
}
