import { smsWithMessage } from '@/lib/contact-links';
import { Icon } from '@/ui/icon';

const doubts: readonly [string, string][] = [
  [
    'I don’t want to be a burden.',
    'The people who answer chose to be there. They would rather hear from you too early than too late.',
  ],
  [
    'I wouldn’t know what to say.',
    'You can begin with “I don’t know what to say.” They are used to it, and they will ask the next question.',
  ],
  [
    'They might send the police.',
    'Most calls and texts end as a conversation. Emergency services are asked to come when a life is in immediate danger and there is no other way to keep you safe. You can ask them how they decide.',
  ],
  [
    'It is not bad enough.',
    'There is no threshold. If it hurts enough to wonder, it is enough to call.',
  ],
  [
    'I should be able to pray this away.',
    'Asking a person for help is not a lack of faith. God has often answered a prayer by sending somebody.',
  ],
];

const messages: readonly string[] = [
  'I’m having a hard time and I don’t want to be alone with it. Can you call me?',
  'I’m not safe by myself right now. Can you come, or stay on the phone with me?',
  'You don’t have to fix anything. Could you just write back so I know you’re there?',
];

interface ReachingOutProps {
  /** The level of its headings: below a dialog's title, or beside a page's own. */
  level?: 'h2' | 'h3';
}

/** After the numbers: what keeps people from using them, answered shortly and honestly. */
export function ReachingOut({ level: Heading = 'h3' }: ReachingOutProps) {
  return (
    <>
      <section className="mt-7">
        <Heading className="display text-h3 text-ink">
          What might make it hard to reach out?
        </Heading>
        <div className="mt-2 border-y border-line">
          {doubts.map(([doubt, answer]) => (
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
        <Heading className="display text-h3 text-ink">A message you could send</Heading>
        <p className="mt-1 text-label text-muted">
          To a friend, a pastor, anybody you trust. It opens in your own messages; you choose to
          whom.
        </p>
        <ul className="mt-3 grid gap-2.5">
          {messages.map((message) => (
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
