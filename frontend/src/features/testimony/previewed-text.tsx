import type { Preview } from '@/lib/api/types';
import { useLanguage, useWords } from '@/lib/language';
import { withPlaceholders } from '@/lib/placeholders';
import { preview } from './words';

type Span = NonNullable<Preview['fields']>['whatHappened']['spans'][number];

interface PreviewedTextProps {
  text: string;
  spans: Span[];
  picking: boolean;
  /** Whether the words are read-only. */
  disabled: boolean;
  onHide: (words: string) => void;
  onShow: (words: string) => void;
}

interface Piece {
  at: number;
  text: string;
  span: Span | null;
}

/** One field of a testimony with hidden words marked; in selection mode, each word is a button. */
export function PreviewedText(props: PreviewedTextProps) {
  const { text, spans, picking, disabled, onHide, onShow } = props;
  const pieces = cut(text, spans);
  if (!picking) {
    return (
      <p dir="auto" className="mt-1 whitespace-pre-wrap wrap-anywhere text-body">
        {pieces.map(({ at, text: piece, span }) =>
          span ? <Hidden key={at} span={span} /> : <span key={at}>{piece}</span>,
        )}
      </p>
    );
  }
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5 wrap-anywhere">
      {pieces.flatMap((piece) => {
        const { at, text: hidden, span } = piece;
        if (!span)
          return words(piece).map((word) => (
            <Word
              key={word.at}
              text={word.text}
              placeholder={null}
              disabled={disabled}
              onPress={onHide}
            />
          ));
        if (span.type === 'HIDDEN')
          return (
            <Word
              key={at}
              text={hidden}
              placeholder={span.placeholder}
              disabled={disabled}
              onPress={onShow}
            />
          );
        return (
          <li key={at} className="flex min-h-11 items-center">
            <Hidden span={span} />
          </li>
        );
      })}
    </ul>
  );
}

function Hidden({ span }: { span: Span }) {
  const language = useLanguage();
  return (
    <mark className="rounded bg-sunk px-1 font-semibold text-ink" data-kind={span.type}>
      {withPlaceholders(span.placeholder, language)}
    </mark>
  );
}

interface WordProps {
  text: string;
  /** Shown in place of a word that the author hides. */
  placeholder: string | null;
  disabled: boolean;
  onPress: (words: string) => void;
}

/** One button hides a word and shows it again, so that it keeps the focus. */
function Word({ text, placeholder, disabled, onPress }: WordProps) {
  const say = useWords(preview);
  const language = useLanguage();
  const hidden = placeholder !== null;
  return (
    <li>
      <button
        type="button"
        aria-pressed={hidden}
        aria-disabled={disabled}
        aria-label={hidden ? say.showAgain(text) : say.hideWord(text)}
        className={`min-h-11 min-w-11 rounded-full border px-3 aria-disabled:opacity-55 ${hidden ? 'border-line-strong bg-sunk text-ink' : 'border-line text-body hover:bg-sunk'}`}
        onClick={() => onPress(text)}
      >
        {placeholder === null ? text : withPlaceholders(placeholder, language)}
      </button>
    </li>
  );
}

/** The text in order, split at the bounds of hidden words. */
function cut(text: string, spans: Span[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const span of spans) {
    if (span.start > at) pieces.push({ at, text: text.slice(at, span.start), span: null });
    pieces.push({ at: span.start, text: text.slice(span.start, span.end), span });
    at = span.end;
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at), span: null });
  return pieces;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

const words = ({ at, text }: Piece) =>
  [...text.matchAll(WORD)].map((match) => ({ at: at + match.index, text: match[0] }));
