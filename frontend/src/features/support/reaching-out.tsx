import { smsWithMessage } from '@/lib/contact-links';
import { useWords } from '@/lib/language';
import { Icon } from '@/ui/icon';
import { support } from './reaching-words';

interface ReachingOutProps {
  /** Heading level: below a dialog's title, or on a page. */
  level?: 'h2' | 'h3';
}

/** Common reasons against calling a helpline, answered briefly. */
export function ReachingOut({ level: Heading = 'h3' }: ReachingOutProps) {
  const words = useWords(support);
  return (
    <>
      <section className="mt-7">
        <Heading className="display text-h3 text-ink">{words.hard}</Heading>
        <div className="mt-2 border-y border-line">
          {words.doubts.map(([doubt, answer]) => (
            <details key={doubt} className="group border-line not-first:border-t">
              <summary className="flex min-h-13 list-none items-center justify-between gap-3 py-2 text-ink [&::-webkit-details-marker]:hidden">
                {doubt}
                <Icon
                  name="down"
                  className="size-5 text-muted transition-transform group-open:rotate-180"
                />
              </summary>
              <p className="pb-4 text-label text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </section>
      <section className="mt-7">
        <Heading className="display text-h3 text-ink">{words.message}</Heading>
        <p className="mt-1 text-label text-muted">{words.messageText}</p>
        <ul className="mt-3 grid gap-2.5">
          {words.messages.map((message) => (
            <li key={message}>
              <a
                href={smsWithMessage(message)}
                className="flex min-h-13 items-center gap-3.5 rounded-field border border-line-strong px-4.5 py-3 text-body no-underline hover:bg-sunk"
              >
                <Icon name="message" className="size-5.5 text-help" />
                <span>{message}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
