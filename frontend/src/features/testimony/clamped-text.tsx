import { useEffect, useId, useRef, useState } from 'react';
import { useWords } from '@/lib/language';
import { own } from './words';

/** Text clamped to three lines, with a button to expand it if it was truncated. */
export function ClampedText({ text, lang }: { text: string; lang: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const words = useWords(own);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);

  useEffect(() => {
    const paragraph = ref.current;
    if (!paragraph || open) return;
    // Measured, because the number of characters in three lines depends on window and font size.
    const watch = new ResizeObserver(() =>
      setCut(paragraph.scrollHeight > paragraph.clientHeight + 1),
    );
    watch.observe(paragraph);
    return () => watch.disconnect();
  }, [open]);

  return (
    <>
      <p
        ref={ref}
        id={id}
        lang={lang}
        dir="auto"
        className={`mt-2 wrap-anywhere text-ink ${open ? 'whitespace-pre-line' : 'line-clamp-3'}`}
      >
        {text}
      </p>
      {cut && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-mb-1 -ml-2 min-h-11 rounded-full px-2 font-semibold text-water hover:underline"
        >
          {open ? words.showLess : words.readAll}
        </button>
      )}
    </>
  );
}
