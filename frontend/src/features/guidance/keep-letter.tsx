import { useId, useState } from 'react';
import { useWords } from '@/lib/language';
import { forgetShownThisMonth } from '@/lib/shown-passages';
import { Button } from '@/ui/button';
import {
  isKeptLetter,
  keepOnDevice,
  keptLetters,
  keptText,
  MAX_KEPT,
  removeFromDevice,
} from './kept-letter';
import { type Letter, noteLetter } from './queries';
import { result } from './result-words';
import { useKept } from './use-kept';

/** The button that saves this letter on the device, and removes it; not saved by default. */
export function KeepLetter({
  letter,
  variant,
}: {
  letter: Letter;
  variant: 'primary' | 'outline';
}) {
  const words = useWords(result);
  const id = useId();
  useKept();
  const isKept = isKeptLetter(letter);
  const [refused, setRefused] = useState<string | null>(null);
  const toggle = () => {
    if (isKept) {
      removeFromDevice(letter);
      if (keptText() === null) forgetShownThisMonth();
      return;
    }
    if (keptLetters().length >= MAX_KEPT) {
      setRefused(words.keptEnough(MAX_KEPT));
      return;
    }
    setRefused(keepOnDevice(letter) ? null : words.notKept);
    noteLetter(letter);
  };
  return (
    <>
      <Button
        variant={isKept ? 'outline' : variant}
        aria-pressed={isKept}
        aria-describedby={id}
        onClick={toggle}
        {...(isKept && { icon: 'check' as const })}
      >
        {words.keep}
      </Button>
      <p id={id} className="order-last w-full text-small text-muted">
        {words.keepText}
      </p>
      {refused && (
        <p role="alert" className="order-last w-full text-small font-semibold text-danger">
          {refused}
        </p>
      )}
    </>
  );
}
