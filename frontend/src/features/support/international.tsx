/** The two helpline directories; the links send no referrer. */
const directory = /((?:findahelpline\.com|befrienders\.org))/;

/** Advice for countries without helplines of ours. */
export function International({ advice, className }: { advice: string; className: string }) {
  return (
    <p className={className}>
      {advice.split(directory).map((part) =>
        directory.test(part) ? (
          <a
            key={part}
            href={`https://${part}`}
            rel="noreferrer"
            className="font-semibold text-water underline underline-offset-4"
          >
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
