/** The two directories that the advice names; touching one leaves for it and tells it nothing. */
const directory = /((?:findahelpline\.com|befrienders\.org))/;

/** What to do where we have no numbers of our own. */
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
