import { useId, useState } from 'react';
import { useWords } from '@/lib/language';
import type { Letter } from './queries';
import { result } from './result-words';

type Prayer = NonNullable<Letter['prayer']>;

/** A prayer that opens with a tap, and one for those who do not pray. */
export function PrayerWords({ prayer, lang }: { prayer: Prayer; lang: string }) {
  const words = useWords(result);
  return (
    <div className="mt-6 flex flex-wrap items-start gap-x-6 gap-y-2">
      <Disclosure label={words.prayer} text={prayer.words} lang={lang} />
      <Disclosure label={words.plainPrayer} text={prayer.plain} lang={lang} />
    </div>
  );
}

function Disclosure({ label, text, lang }: { label: string; text: string; lang: string }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <div className={open ? 'basis-full' : 'no-print'}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="min-h-11 font-semibold text-water underline underline-offset-4"
      >
        {label}
      </button>
      <p
        id={id}
        lang={lang}
        hidden={!open}
        className="mt-1 max-w-[39rem] font-serif text-[1.12rem] leading-[1.6] whitespace-pre-line text-body"
      >
        {text}
      </p>
    </div>
  );
}
