import { SmallButton } from '../frame/small-button';
import { useShortcutsOn } from './shortcuts';
import { Key } from './shortcuts-dialog';
import { list } from './testimony-words';

interface ArrivalsProps {
  count: number;
  busy: boolean;
  onBringIn(): void;
}

/** Says how many stories are new; they come in when staff ask for them. */
export function Arrivals({ count, busy, onBringIn }: ArrivalsProps) {
  const keys = useShortcutsOn();
  return (
    <div>
      <p role="status" className="sr-only">
        {count > 0 && list.arrived(count)}
      </p>
      {count > 0 && (
        <SmallButton
          variant="outline"
          className="mb-2 w-full"
          aria-disabled={busy}
          aria-keyshortcuts={keys ? 'N' : undefined}
          onClick={() => {
            if (!busy) onBringIn();
          }}
        >
          {list.bringIn(count)}
          {keys && (
            <span aria-hidden="true" className="max-rail:hidden">
              <Key name="N" />
            </span>
          )}
        </SmallButton>
      )}
    </div>
  );
}
