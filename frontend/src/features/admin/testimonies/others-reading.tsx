import { useEffect, useState } from 'react';
import { sayReading } from '../queries';
import { pane } from './testimony-words';
import { useWhileHere } from './use-while-here';

/** The server forgets a reader after thirty seconds without a sign. */
const EVERY_MS = 10_000;

/** Who else reads this story now. It stops nobody; without an answer, nothing is shown. */
export function OthersReading({ id }: { id: string }) {
  const [others, setOthers] = useState<readonly string[]>([]);
  useWhileHere(id, EVERY_MS, {
    act: () => {
      sayReading(id, true).then(
        (answer) => setOthers(answer.others),
        () => setOthers([]),
      );
    },
    leave: () => leave(id),
  });
  useEffect(() => () => leave(id), [id]);
  return (
    <p role="status" className="text-label font-semibold text-amber-text empty:hidden">
      {others.length > 0 && pane.othersReading(others)}
    </p>
  );
}

function leave(id: string) {
  // If it does not arrive, the server forgets the reader soon.
  sayReading(id, false).catch(() => {});
}
