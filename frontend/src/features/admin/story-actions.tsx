import { type ReactNode, useId, useRef, useState } from 'react';
import { ReasonDialog } from './reason-dialog';
import { useShortcuts, useShortcutsOn } from './shortcuts';
import { Key } from './shortcuts-dialog';
import { SmallButton, type SmallLook } from './small-button';
import { actions } from './story-words';
import type { Action, StaffStory } from './types';
import type { Moderation } from './use-moderation';

interface StoryActionsProps {
  story: StaffStory;
  moderation: Moderation;
}

/** What can be done with a story from where it stands. */
export function StoryActions({ story, moderation }: StoryActionsProps) {
  const [asking, setAsking] = useState<'reject' | 'reopen' | null>(null);
  const [checked, setChecked] = useState(false);
  const [unchecked, setUnchecked] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const needsCheck = story.piiRiskLevel === 'high';
  const isOpen = story.status === 'pending' && story.isPrepared;

  const take = (action: Action, more: { notes?: string; checked?: boolean } = {}) =>
    moderation.take({ testimonyId: story.id, action, version: story.version, ...more });
  const approve = () => {
    if (needsCheck && !checked) {
      setUnchecked(true);
      box.current?.focus();
      return;
    }
    take('approve', { checked });
  };

  useShortcuts(
    isOpen ? { a: approve, r: () => setAsking('reject'), e: () => take('escalate') } : {},
  );

  if (story.status === 'pending' && !story.isPrepared) return null;
  return (
    <>
      <Bar label={isOpen ? actions.decide : actions.change}>
        {isOpen && (
          <>
            {needsCheck && (
              <Check
                ref={box}
                checked={checked}
                wrong={unchecked && !checked}
                onChange={setChecked}
              />
            )}
            <Act letter="A" look="water" busy={moderation.pending} onClick={approve}>
              {actions.approve}
            </Act>
            <Act
              letter="R"
              look="danger"
              busy={moderation.pending}
              onClick={() => setAsking('reject')}
            >
              {actions.reject}
            </Act>
            <Act
              letter="E"
              look="outline"
              busy={moderation.pending}
              onClick={() => take('escalate')}
            >
              {actions.escalate}
            </Act>
          </>
        )}
        {!isOpen && (
          <>
            {story.reportedAt !== null && story.status === 'approved' && (
              <Act look="water" busy={moderation.pending} onClick={() => take('keep')}>
                {actions.keep}
              </Act>
            )}
            <Act look="outline" busy={moderation.pending} onClick={() => setAsking('reopen')}>
              {actions.reopen}
            </Act>
          </>
        )}
      </Bar>
      {asking && (
        <ReasonDialog
          action={asking}
          story={story}
          onClose={() => setAsking(null)}
          onReason={(notes) => {
            setAsking(null);
            take(asking, { notes });
          }}
        />
      )}
    </>
  );
}

/** Stays in view below a long story, where the screen is tall enough for both. */
function Bar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="z-10 mt-3 flex flex-wrap gap-2 rounded-field border border-line bg-page p-2 shadow-lift [@media(min-height:34rem)]:sticky [@media(min-height:34rem)]:bottom-3">
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  );
}

interface ActProps {
  look: SmallLook;
  children: ReactNode;
  busy: boolean;
  onClick(): void;
  letter?: string;
}

function Act({ look, children, busy, onClick, letter }: ActProps) {
  const keys = useShortcutsOn();
  return (
    <SmallButton
      look={look}
      className="flex-1 rail:flex-none"
      // Not `disabled`: the focus would be lost while the step is on its way.
      aria-disabled={busy}
      aria-keyshortcuts={keys ? letter : undefined}
      onClick={onClick}
    >
      {children}
      {letter && keys && (
        <span aria-hidden="true" className="max-rail:hidden">
          <Key name={letter} />
        </span>
      )}
    </SmallButton>
  );
}

interface CheckProps {
  ref: React.Ref<HTMLInputElement>;
  checked: boolean;
  wrong: boolean;
  onChange(checked: boolean): void;
}

/** A text that may still name somebody is not published by a slip. */
function Check({ ref, checked, wrong, onChange }: CheckProps) {
  const id = useId();
  return (
    <div className="w-full px-3">
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <input
          id={id}
          ref={ref}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={wrong}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          className="size-5.5 shrink-0 accent-water"
        />
        {actions.checked}
      </label>
      {wrong && (
        <p id={`${id}-wrong`} role="alert" className="pb-1 text-label font-semibold text-danger">
          {actions.unchecked}
        </p>
      )}
    </div>
  );
}
