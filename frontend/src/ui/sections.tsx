import { Fragment, type ReactNode } from 'react';
import { supportEmail } from '@/lib/product';

interface Block {
  kind: string;
  text: string;
}

interface Section {
  title: string;
  blocks: readonly Block[];
}

/** A content text in sections: paragraphs, and lists of adjacent items. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="grid grid-cols-1 gap-10">
      {sections.map(({ title, blocks }) => (
        <section key={title}>
          {title && <h2 className="display mb-3 text-h2 text-ink">{title}</h2>}
          <div className="grid max-w-[38rem] grid-cols-1 gap-3">
            {grouped(blocks).map((group) =>
              group[0]?.kind === 'item' ? (
                <ul
                  key={group[0].text}
                  className="grid list-disc grid-cols-1 gap-1.5 pl-5 marker:text-amber-text"
                >
                  {group.map(({ text }) => (
                    <li key={text}>{styled(text)}</li>
                  ))}
                </ul>
              ) : (
                <p key={group[0]?.text}>{styled(group[0]?.text ?? '')}</p>
              ),
            )}
          </div>
        </section>
      ))}
    </div>
  );
}

/** Groups adjacent items and leaves every paragraph by itself. */
function grouped(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'item' && last?.[0]?.kind === 'item') last.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** Renders `**bold**`; everything else is plain text. */
const styled = (text: string): ReactNode =>
  text.split('**').map((part, index) =>
    index % 2 === 1 ? (
      // The parts of a text never change their order.
      // biome-ignore lint/suspicious/noArrayIndexKey: the same part may stand in a text twice
      <strong key={index} className="font-semibold text-ink">
        {linked(part)}
      </strong>
    ) : (
      linked(part)
    ),
  );

const EMAIL = '{{support_email}}';
/** The specified crisis numbers, wherever a content text mentions them. */
const reachable =
  /(\{\{support_email\}\}|HOME to 741741|AYUDA al 741741|\b(?:911|988|1-800-799-7233)\b)/;

/** Turns contacts into links: the support address and the crisis numbers. */
function linked(text: string): ReactNode {
  return text.split(reachable).map((part, index) => {
    const href = index % 2 === 1 ? hrefOf(part) : null;
    return (
      // The parts of a text never change their order.
      // biome-ignore lint/suspicious/noArrayIndexKey: the same part may stand in a text twice
      <Fragment key={index}>
        {href ? (
          <a
            href={href}
            className={`font-semibold text-water underline underline-offset-4 ${part === EMAIL ? '' : 'whitespace-nowrap'}`}
          >
            {part === EMAIL ? supportEmail() : part}
          </a>
        ) : (
          part
        )}
      </Fragment>
    );
  });
}

function hrefOf(part: string): string {
  if (part === EMAIL) return `mailto:${supportEmail()}`;
  if (part.endsWith('741741')) return `sms:741741?&body=${part.split(' ')[0]}`;
  return `tel:${part.replaceAll('-', '')}`;
}
