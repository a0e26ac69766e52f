import { useId, useState } from 'react';
import { useWords } from '@/lib/language';
import { keepSignedInAfterLeaving, staysSignedIn, wasSignedIn } from '@/lib/remembered';
import { support } from './reaching-words';

/** Whether *Leave quickly* ends the session of this device, for somebody who has one. The choice stays on the device. */
export function LeavingChoice() {
  const id = useId();
  const words = useWords(support);
  const [signsOut, setSignsOut] = useState(() => !staysSignedIn());
  if (!wasSignedIn()) return null;
  return (
    <div className="mt-8 flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        checked={signsOut}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setSignsOut(target.checked);
          keepSignedInAfterLeaving(!target.checked);
        }}
        className="mt-1 size-5.5 shrink-0 accent-water"
      />
      <div>
        <label htmlFor={id} className="font-semibold text-ink">
          {words.leaving}
        </label>
        <p id={`${id}-hint`} className="text-muted">
          {words.leavingHint}
        </p>
      </div>
    </div>
  );
}
