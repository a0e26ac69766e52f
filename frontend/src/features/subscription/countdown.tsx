import { useEffect, useState } from 'react';
import { useWords } from '@/lib/language';
import { page } from '@/lib/page';
import { afterwards } from './payment-words';

/** Seconds until the automatic return home. */
const FROM = 10;

interface CountdownProps {
  /** Whether something is being edited: then the countdown waits. */
  held: boolean;
}

/** The countdown to the automatic return home, which can be stopped. */
export function Countdown({ held }: CountdownProps) {
  const words = useWords(afterwards);
  const [left, setLeft] = useState(FROM);
  const [paused, setPaused] = useState(false);

  useEffect(() => {
    if (paused || held) return;
    if (left === 0) {
      page.go('/');
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, paused, held]);

  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 text-label text-muted">
      <p role="timer" className="tabular-nums">
        {paused || held ? words.staying : words.takenHome(left)}
      </p>
      <button
        type="button"
        onClick={() => setPaused(!paused)}
        className="-mx-2 min-h-11 rounded-full px-2 font-semibold text-water hover:underline"
      >
        {paused ? words.goOn : words.stay}
      </button>
    </div>
  );
}
