import type { StaffTestimony } from '../types';
import { pane } from './testimony-words';

/** Redaction placeholders, numbered where there are several. */
const placeholder =
  /\[((?:name|place|church|school|hospital|organisation|phone|email|link|address|date of birth|date|age|number|card|machine|username|plate|hidden)(?: \d+)?)\]/gi;

type Mark = StaffTestimony['leftReadable'][number];

interface Marks {
  /** What still looks like a number, an address or a handle, in UTF-16 code units. */
  readable?: readonly Mark[];
  /** The words that speak for danger, or may. */
  danger?: readonly Mark[];
  /** Words that were nearly hidden: they may be names. */
  nearly?: readonly Mark[];
}

interface RedactedTextProps extends Marks {
  text: string;
  /** The language in which it is written, if it is known. */
  lang?: string | null;
}

interface Piece {
  kind: 'plain' | 'hidden' | 'readable' | 'danger' | 'nearly';
  words: string;
  start: number;
}

/**
 * Redacted text. Placeholders and marked words have a border or a line, not only a colour, and screen readers announce
 * them. Each paragraph has the direction of its own script.
 */
export function RedactedText({ text, lang, ...marks }: RedactedTextProps) {
  return (
    <div lang={lang ?? ''} className="grid max-w-[42rem] gap-3 text-lead wrap-anywhere">
      {paragraphs(text).map((paragraph) => (
        <p key={paragraph.start} dir="auto">
          {pieces(text, paragraph, marks).map((piece) => (
            <Written key={piece.start} {...piece} />
          ))}
        </p>
      ))}
    </div>
  );
}

/** A part of a redacted text in one line, with the same marks. Paragraphs run on. */
export function RedactedExcerpt({ text, start, end, ...marks }: RedactedTextProps & Mark) {
  return (
    <>
      {start > 0 && '… '}
      {pieces(text, { start, end }, marks).map((piece) => (
        <Written key={piece.start} {...piece} />
      ))}
      {end < text.length && '…'}
    </>
  );
}

function Written({ kind, words }: Piece) {
  switch (kind) {
    case 'plain':
      return words;
    case 'hidden':
      return (
        <mark
          dir="ltr"
          lang="en"
          className="mx-px rounded-[6px] border border-amber-text/60 bg-amber/20 px-1 whitespace-nowrap text-amber-text"
        >
          <span className="sr-only">{pane.hidden}</span>
          <span aria-hidden="true">[</span>
          {words.slice(1, -1)}
          <span aria-hidden="true">]</span>
        </mark>
      );
    case 'readable':
      return (
        <mark className="mx-px rounded-[6px] border-2 border-danger bg-transparent px-1 text-danger">
          <span lang="en" className="sr-only">
            {pane.readable}
          </span>
          {words}
        </mark>
      );
    case 'nearly':
      return (
        <mark className="bg-transparent text-ink underline decoration-amber-text decoration-dotted decoration-2 underline-offset-4">
          <span lang="en" className="sr-only">
            {pane.nearly}
          </span>
          {words}
        </mark>
      );
    case 'danger':
      return (
        <mark className="bg-transparent font-semibold text-ink underline decoration-danger decoration-2 underline-offset-4">
          <span lang="en" className="sr-only">
            {pane.marked}
          </span>
          {words}
        </mark>
      );
  }
}

const paragraphs = (text: string): Mark[] =>
  [...text.matchAll(/[^\n]+/g)].map(({ index, 0: words }) => ({
    start: index,
    end: index + words.length,
  }));

/** The paragraph cut wherever a mark begins or ends, but never within a placeholder. */
function pieces(
  text: string,
  paragraph: Mark,
  { readable = [], danger = [], nearly = [] }: Marks,
): Piece[] {
  const hidden = [...text.slice(paragraph.start, paragraph.end).matchAll(placeholder)].map(
    ({ index, 0: whole }) => ({
      start: paragraph.start + index,
      end: paragraph.start + index + whole.length,
    }),
  );
  const ends = [paragraph, ...hidden, ...readable, ...danger, ...nearly].flatMap(
    ({ start, end }) => [start, end],
  );
  const cuts = [...new Set(ends)]
    .filter((cut) => cut >= paragraph.start && cut <= paragraph.end)
    .filter((cut) => !hidden.some(({ start, end }) => start < cut && cut < end))
    .sort((one, other) => one - other);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? paragraph.end;
    const isIn = (marks: readonly Mark[]) =>
      marks.some((mark) => mark.start <= start && end <= mark.end);
    const kind = isIn(hidden)
      ? 'hidden'
      : isIn(readable)
        ? 'readable'
        : isIn(danger)
          ? 'danger'
          : isIn(nearly)
            ? 'nearly'
            : 'plain';
    return { kind, words: text.slice(start, end), start };
  });
}
