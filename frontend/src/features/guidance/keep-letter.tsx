import { useId, useState } from 'react';
import { useWords } from '@/lib/language';
import { keepOnDevice, removeFromDevice } from './kept-letter';
import type { Letter } from './queries';
import { result } from './result-words';
import { useKept } from './use-kept';

/** Whether this letter stays on the device. Nothing is kept unless somebody asks for it. */
export function KeepLetter({ letter }: { letter: Letter }) {
  const words = useWords(result);
  const id = useId();
  const isKept = useKept() === JSON.stringify(letter);
  const [refused, setRefused] = useState(false);
  const toggle = () => {
    if (isKept) removeFromDevice();
    else setRefused(!keepOnDevice(letter));
  };
  return (
    <div className="no-print mt-7 flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        checked={isKept}
        aria-describedby={`${id}-note`}
        onChange={toggle}
        className="mt-1 size-5 shrink-0 accent-water"
      />
      <div>
        <label htmlFor={id} className="text-ink">
          {words.keep}
        </label>
        <p id={`${id}-note`} className="text-small text-muted">
          {words.keepText}
        </p>
        {refused && (
          <p role="alert" className="text-small font-semibold text-danger">
            {words.notKept}
          </p>
        )}
      </div>
    </div>
  );
}
