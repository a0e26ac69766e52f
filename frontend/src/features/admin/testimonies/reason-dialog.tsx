import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useDraft } from '@/lib/use-draft';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextArea } from '../frame/field';
import { around } from '../frame/staff-words';
import type { StaffTestimony } from '../types';
import { tail } from '../words';
import { reasonDraft } from './drafts';
import { useShortcutsOn } from './shortcuts';
import { Key } from './shortcuts-dialog';
import { reasons } from './testimony-words';

const MAX_LENGTH = 2000;

interface ReasonDialogProps {
  action: 'reject' | 'reopen';
  testimony: StaffTestimony;
  onClose(): void;
  onReason(reason: string): void;
}

/** Asks for the reason that an action requires; a blank reason does nothing. Keys are enough: 1 to 5, Ctrl+Enter, Escape. */
export function ReasonDialog({ action, testimony, onClose, onReason }: ReasonDialogProps) {
  const [reason, setReason] = useDraft(reasonDraft(action, testimony.id));
  const formId = useId();
  const rejecting = action === 'reject';
  const keys = useShortcutsOn();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // After the dialog has opened, which focuses its first button.
  useEffect(() => field.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!event.repeat) form.current?.requestSubmit();
      return;
    }
    // A digit is text as soon as staff write words of their own.
    const isOwn = reason !== '' && !reasons.templates.some(([, text]) => text === reason);
    if (!rejecting || !keys || isOwn || event.ctrlKey || event.metaKey || event.altKey) return;
    const template = /^[1-9]$/.test(event.key) && reasons.templates[Number(event.key) - 1];
    if (!template) return;
    event.preventDefault();
    setReason(template[1]);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') onClose();
    else onReason(reason.trim());
  };

  return (
    <Dialog
      role="alertdialog"
      title={rejecting ? reasons.askReject : reasons.askReopen}
      description={
        <p className="mt-2 text-muted">
          {reasons.story(tail(testimony.id))}
          {!rejecting && testimony.status === 'approved' && reasons.unseen}
        </p>
      }
      onClose={onClose}
      className="max-w-[36rem]"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {around.cancel}
          </Button>
          <Button type="submit" form={formId} variant={rejecting ? 'danger' : 'primary'}>
            {rejecting ? reasons.reject : reasons.reopen}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={submit} className="mt-4 grid gap-4">
        {rejecting && (
          <fieldset>
            <legend className="text-label text-muted">{reasons.kind}</legend>
            <div className="mt-1.5 flex flex-wrap gap-2">
              {reasons.templates.map(([name, text], index) => (
                <button
                  key={name}
                  type="button"
                  aria-pressed={reason === text}
                  aria-keyshortcuts={keys ? `${index + 1}` : undefined}
                  onClick={() => setReason(text)}
                  className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong px-4 text-label text-ink hover:bg-sunk aria-pressed:border-water aria-pressed:bg-water aria-pressed:text-on-water"
                >
                  {keys && (
                    <span aria-hidden="true" className="max-rail:hidden">
                      <Key name={`${index + 1}`} />
                    </span>
                  )}
                  {name}
                </button>
              ))}
            </div>
          </fieldset>
        )}
        <TextArea
          label={reasons.reason}
          hint={hint(rejecting, keys)}
          ref={field}
          onKeyDown={onKeyDown}
          value={reason}
          onChange={setReason}
          maxLength={MAX_LENGTH}
        />
      </form>
    </Dialog>
  );
}

function hint(rejecting: boolean, keys: boolean): string {
  const readers = rejecting ? reasons.authorReads : reasons.staffReads;
  if (!keys) return readers;
  return `${readers} ${rejecting ? reasons.keysOfRejection : reasons.keys}`;
}
