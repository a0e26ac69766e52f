import { SmallButton } from '../frame/small-button';
import type { Action } from '../types';
import { tail } from '../words';
import { useShortcutsOn } from './shortcuts';
import { actions, pane } from './testimony-words';
import { UNDO_MS } from './use-moderation';

interface UndoBarProps {
  last: { id: string; action: Action };
  onUndo(): void;
}

/** The last action, while it can be undone. */
export function UndoBar({ last, onUndo }: UndoBarProps) {
  const keys = useShortcutsOn();
  return (
    <section
      aria-label={actions.lastStep}
      className="rise fixed inset-x-3 top-3 z-20 mx-auto flex max-w-[30rem] items-center gap-3 overflow-hidden rounded-field bg-ink py-2 pr-2 pl-5 text-on-ink shadow-lift"
    >
      <p className="flex-1">
        {pane.story}
        <span className="tabular-nums">…{tail(last.id)}</span> {actions.deeds[last.action]}.
      </p>
      <SmallButton variant="outline" aria-keyshortcuts={keys ? 'Z' : undefined} onClick={onUndo}>
        {actions.undo}
      </SmallButton>
      <span
        aria-hidden="true"
        className="undo-time absolute inset-x-0 bottom-0 h-1 origin-left bg-amber"
        style={{ animationDuration: `${UNDO_MS}ms` }}
      />
    </section>
  );
}
