import { type ReactNode, useId, useRef, useState } from 'react';
import { SmallButton, type SmallVariant } from '../frame/small-button';
import type { Action, StaffTestimony } from '../types';
import { ReasonDialog } from './reason-dialog';
import { useShortcuts, useShortcutsOn } from './shortcuts';
import { Key } from './shortcuts-dialog';
import { actions } from './testimony-words';
import type { Moderation } from './use-moderation';
import type { Note } from './use-note';

interface TestimonyActionsProps {
  testimony: StaffTestimony;
  moderation: Moderation;
  /** The internal note: what is not saved yet goes along with the step. */
  note: Note;
}

/** The moderation actions that the testimony's status allows. */
export function TestimonyActions({ testimony, moderation, note }: TestimonyActionsProps) {
  const [asking, setAsking] = useState<'reject' | 'reopen' | null>(null);
  const [checked, setChecked] = useState(false);
  const [unchecked, setUnchecked] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const needsCheck = testimony.piiRiskLevel === 'high';
  const isOpen = testimony.status === 'pending' && testimony.isPrepared;

  const take = (action: Action, more: { notes?: string; checked?: boolean } = {}) => {
    const along = note.forStep();
    if (along === null) return;
    const { id: testimonyId, version } = testimony;
    moderation.take({ testimonyId, action, version, ...more, ...along });
  };
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

  if (testimony.status === 'pending' && !testimony.isPrepared) return null;
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
            <Act letter="A" variant="primary" busy={moderation.pending} onClick={approve}>
              {actions.approve}
            </Act>
            <Act
              letter="R"
              variant="danger"
              busy={moderation.pending}
              onClick={() => setAsking('reject')}
            >
              {actions.reject}
            </Act>
            <Act
              letter="E"
              variant="outline"
              busy={moderation.pending}
              onClick={() => take('escalate')}
            >
              {actions.escalate}
            </Act>
          </>
        )}
        {!isOpen && (
          <>
            {testimony.reportedAt !== null && testimony.status === 'approved' && (
              <Act variant="primary" busy={moderation.pending} onClick={() => take('keep')}>
                {actions.keep}
              </Act>
            )}
            <Act variant="outline" busy={moderation.pending} onClick={() => setAsking('reopen')}>
              {actions.reopen}
            </Act>
          </>
        )}
      </Bar>
      {asking && (
        <ReasonDialog
          action={asking}
          testimony={testimony}
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

/** Sticky below a long testimony, on screens tall enough for both. */
function Bar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="z-10 mt-3 flex flex-wrap gap-2 rounded-field border border-line bg-page p-2 shadow-lift [@media(min-height:34rem)]:sticky [@media(min-height:34rem)]:bottom-3">
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  );
}

interface ActProps {
  variant: SmallVariant;
  children: ReactNode;
  busy: boolean;
  onClick(): void;
  letter?: string;
}

function Act({ variant, children, busy, onClick, letter }: ActProps) {
  const keys = useShortcutsOn();
  return (
    <SmallButton
      variant={variant}
      className="flex-1 rail:flex-none"
      // `aria-disabled` instead of `disabled`, which would lose the focus while the action is pending.
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

/** High-risk text is published only after confirmation. */
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
