import { useId, useState } from 'react';
import { useWords } from '@/lib/language';
import { forgetShownThisMonth } from '@/lib/shown-passages';
import { Button } from '@/ui/button';
import { tellAccount, useAccountRecord } from './account-record';
import {
  isForAccount,
  isKeptLetter,
  keepOnDevice,
  keptLetters,
  keptText,
  MAX_KEPT,
} from './kept-letter';
import { type Letter, noteLetter } from './queries';
import { removeFromDevice } from './remove-letter';
import { result } from './result-words';
import { useKept } from './use-kept';

/** The button that keeps this letter on the device, and with the account if that was chosen; and removes it again. */
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
  const record = useAccountRecord();
  const isKept = isKeptLetter(letter);
  const [refused, setRefused] = useState<string | null>(null);
  const toggle = () => {
    if (isKept) {
      removeFromDevice(letter);
      if (keptText() === null) forgetShownThisMonth();
      tellAccount();
      return;
    }
    if (keptLetters().length >= MAX_KEPT) {
      setRefused(words.keptEnough(MAX_KEPT));
      return;
    }
    setRefused(keepOnDevice(letter) ? null : words.notKept);
    noteLetter(letter);
    tellAccount();
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
        {record?.premium && isForAccount(letter) ? words.keepBothText : words.keepText}
      </p>
      {refused && (
        <p role="alert" className="order-last w-full text-small font-semibold text-danger">
          {refused}
        </p>
      )}
    </>
  );
}
