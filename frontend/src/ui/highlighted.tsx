interface HighlightedProps {
  text: string;
  /** Start and end offsets in UTF-16 code units. */
  marks: readonly (readonly number[])[];
}

/** A text with the search matches marked. */
export function Highlighted({ text, marks }: HighlightedProps) {
  const pieces: { at: number; end: number; marked: boolean }[] = [];
  let at = 0;
  for (const [start = 0, end = 0] of marks) {
    // Overlapping or out-of-range marks would duplicate or drop text.
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
