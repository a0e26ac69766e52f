import { useId, useState } from 'react';
import { useWords } from '@/lib/language';
import { forgetShownThisMonth } from '@/lib/shown-passages';
import { isKeptLetter, keepOnDevice, removeFromDevice } from './kept-letter';
import { type Letter, noteLetter } from './queries';
import { result } from './result-words';
import { useKept } from './use-kept';

/** The switch for saving this letter on the device; off by default. */
export function KeepLetter({ letter }: { letter: Letter }) {
  const words = useWords(result);
  const id = useId();
  useKept();
  const isKept = isKeptLetter(letter);
  const [refused, setRefused] = useState(false);
  const toggle = () => {
    if (isKept) {
      removeFromDevice();
      forgetShownThisMonth();
      return;
    }
    setRefused(!keepOnDevice(letter));
    noteLetter(letter);
  };
  return (
    <div className="no-print mt-5">
      <label htmlFor={id} className="inline-flex min-h-11 items-center gap-3 text-ink">
        <input
          id={id}
          type="checkbox"
          checked={isKept}
          aria-describedby={`${id}-note`}
          onChange={toggle}
          className="size-5 shrink-0 accent-water"
        />
        {words.keep}
      </label>
      <p id={`${id}-note`} className="pl-8 text-small text-muted">
        {words.keepText}
      </p>
      {refused && (
        <p role="alert" className="pl-8 text-small font-semibold text-danger">
          {words.notKept}
        </p>
      )}
    </div>
  );
}
