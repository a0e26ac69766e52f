import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { around } from '../frame/staff-words';
import { switchShortcuts, useShortcutsOn } from './shortcuts';
import { actions } from './testimony-words';

/** The list of keyboard shortcuts, and the switch that turns them off. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const on = useShortcutsOn();
  return (
    <Dialog
      title={actions.keys}
      onClose={onClose}
      className="max-w-[26rem]"
      footer={<Button onClick={onClose}>{around.close}</Button>}
    >
      <dl
        className={`mt-4 grid grid-cols-[3rem_1fr] items-center gap-y-2 ${on ? '' : 'text-muted'}`}
      >
        {actions.meanings.map(([key, meaning]) => (
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
        {actions.useKeys}
      </label>
    </Dialog>
  );
}

/** A key cap. */
export function Key({ name }: { name: string }) {
  return (
    <kbd className="inline-grid size-7 place-items-center rounded-[7px] border border-current/40 font-sans text-small font-semibold">
      {name}
    </kbd>
  );
}
