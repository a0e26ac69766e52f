import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { switchShortcuts, useShortcutsOn } from './shortcuts';

const keys = [
  ['J', 'Next story'],
  ['K', 'Story before'],
  ['A', 'Approve'],
  ['R', 'Reject, with a reason'],
  ['E', 'Escalate'],
  ['Z', 'Undo the last step'],
  ['?', 'This page'],
] as const;

/** Which keys there are, and the switch that turns them off. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const on = useShortcutsOn();
  return (
    <Dialog
      title="Keyboard shortcuts"
      onClose={onClose}
      className="max-w-[26rem]"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <dl
        className={`mt-4 grid grid-cols-[3rem_1fr] items-center gap-y-2 ${on ? '' : 'text-muted'}`}
      >
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <Key name={key} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => switchShortcuts(event.target.checked)}
          className="size-5 shrink-0 accent-water"
        />
        Use these keys on this device
      </label>
    </Dialog>
  );
}

/** A key as it looks on a keyboard. */
export function Key({ name }: { name: string }) {
  return (
    <kbd className="inline-grid size-7 place-items-center rounded-[7px] border border-current/40 font-sans text-small font-semibold">
      {name}
    </kbd>
  );
}
