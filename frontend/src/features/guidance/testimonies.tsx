import { useId, useState } from 'react';
import type { PublishedTestimony } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { withPlaceholders } from '@/lib/placeholders';
import { result } from './result-words';
import { TestimonyPrayed } from './testimony-prayed';
import { TestimonyReport } from './testimony-report';

const PREVIEW_LENGTH = 100;

/** Published testimonies on the topic: redacted, and approved by staff. */
export function Testimonies({ testimonies }: { testimonies: readonly PublishedTestimony[] }) {
  const words = useWords(result);
  const [shown, setShown] = useState(true);
  const headingId = useId();
  const checkboxId = useId();
  return (
    <section className="mt-12" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id={headingId} className="display text-h3 text-ink">
          {words.stories}
        </h2>
        <label
          htmlFor={checkboxId}
          className="no-print inline-flex min-h-11 items-center gap-2.5 text-label"
        >
          <input
            id={checkboxId}
            type="checkbox"
            checked={shown}
            onChange={(event) => setShown(event.target.checked)}
            className="size-5 accent-water"
          />
          {words.showStories}
        </label>
      </div>
      {shown && (
        <ul className="mt-3 grid gap-4">
          {testimonies.map((testimony) => (
            <TestimonyCard key={testimony.id} testimony={testimony} />
          ))}
        </ul>
      )}
    </section>
  );
}

function TestimonyCard({
  testimony: { id, redactedText, language },
}: {
  testimony: PublishedTestimony;
}) {
  const words = useWords(result);
  const [open, setOpen] = useState(false);
  const text = withPlaceholders(redactedText, language);
  const long = text.length > PREVIEW_LENGTH;
  return (
    <li className="rounded-field bg-surface p-6 print:p-0">
      <p lang={language ?? ''} dir="auto" className="whitespace-pre-line wrap-anywhere">
        {long && !open ? `${text.slice(0, PREVIEW_LENGTH)}...` : text}
      </p>
      <div className="flex flex-wrap justify-between gap-x-4">
        {long && (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="no-print -mb-2 -ml-2 min-h-11 rounded-full px-2 font-semibold text-water hover:underline"
          >
            {open ? words.showLess : words.readMore}
          </button>
        )}
        <TestimonyPrayed id={id} />
        <TestimonyReport id={id} />
      </div>
    </li>
  );
}
