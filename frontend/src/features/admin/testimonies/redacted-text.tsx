import { Fragment } from 'react';
import { pane } from './testimony-words';

/** Redaction placeholders, numbered where there are several. */
const placeholder =
  /\[((?:name|place|church|school|hospital|organisation|phone|email|link|address|date of birth|age|number|card|machine|username|plate|hidden)(?: \d+)?)\]/i;

/**
 * Redacted text. Placeholders have a border, not only a colour, and screen readers announce them as *hidden*. Each
 * paragraph has the direction of its own script.
 */
export function RedactedText({ text }: { text: string }) {
  return (
    <div className="grid max-w-[42rem] gap-3 text-lead wrap-anywhere">
      {numbered(text.split(/\n+/)).map(([at, paragraph]) => (
        <p key={at} dir="auto">
          {numbered(paragraph.split(placeholder)).map(([place, part]) =>
            place % 2 === 0 ? (
              <Fragment key={place}>{part}</Fragment>
            ) : (
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
            ),
          )}
        </p>
      ))}
    </div>
  );
}

const numbered = (parts: string[]) => parts.map((part, at) => [at, part] as const);
