import { Fragment } from 'react';
import { pane } from './testimony-words';

/** Redaction placeholders, numbered where there are several. */
const placeholder =
  /\[((?:name|place|church|school|hospital|organisation|phone|email|link|address|date of birth|age|number|card|machine|username|plate|hidden)(?: \d+)?)\]/i;

type Marks = readonly (readonly number[])[];

interface RedactedTextProps {
  text: string;
  /** Start and end of the words that speak for danger, or may, in UTF-16 code units. */
  marks?: Marks;
}

/**
 * Redacted text. Placeholders have a border, not only a colour, and screen readers announce them as *hidden*. Each
 * paragraph has the direction of its own script.
 */
export function RedactedText({ text, marks = [] }: RedactedTextProps) {
  return (
    <div className="grid max-w-[42rem] gap-3 text-lead wrap-anywhere">
      {paragraphsOf(text).map(([at, paragraph]) => (
        <p key={at} dir="auto">
          {partsOf(paragraph).map(([place, part, isPlaceholder]) =>
            isPlaceholder ? (
              <mark
                key={place}
                dir="ltr"
                className="mx-px rounded-[6px] border border-amber-text/60 bg-amber/20 px-1 whitespace-nowrap text-amber-text"
              >
                <span className="sr-only">{pane.hidden}</span>
                <span aria-hidden="true">[</span>
                {part}
                <span aria-hidden="true">]</span>
              </mark>
            ) : (
              <Fragment key={place}>{withMarks(part, at + place, marks)}</Fragment>
            ),
          )}
        </p>
      ))}
    </div>
  );
}

/** Paragraphs, each with its offset in the text. */
const paragraphsOf = (text: string) =>
  [...text.matchAll(/[^\n]+/g)].map((match) => [match.index, match[0]] as const);

/** Text and placeholders in turn, each with its offset in the paragraph. */
function partsOf(paragraph: string) {
  let at = 0;
  return paragraph.split(placeholder).map((part, index) => {
    const isPlaceholder = index % 2 === 1;
    const from = at;
    at += part.length + (isPlaceholder ? '[]'.length : 0);
    return [from, part, isPlaceholder] as const;
  });
}

/** A part of the text, which begins at `from`, with the marked words in it. */
function withMarks(part: string, from: number, marks: Marks) {
  const to = from + part.length;
  const inside = marks.flatMap(([start = 0, end = 0]) => {
    const mark = [Math.max(start, from) - from, Math.min(end, to) - from] as const;
    return mark[0] < mark[1] ? [mark] : [];
  });
  const pieces = inside.map(([start, end], index) => (
    <Fragment key={start}>
      {part.slice(index > 0 ? inside[index - 1]?.[1] : 0, start)}
      <mark className="bg-transparent font-semibold text-ink underline decoration-danger decoration-2 underline-offset-4">
        <span className="sr-only">{pane.marked}</span>
        {part.slice(start, end)}
      </mark>
    </Fragment>
  ));
  return [...pieces, part.slice(inside.at(-1)?.[1] ?? 0)];
}
