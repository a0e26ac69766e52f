import { type FormEvent, useId } from 'react';
import { useDraft } from '@/lib/use-draft';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextArea } from '../frame/field';
import { around } from '../frame/staff-words';
import type { StaffTestimony } from '../types';
import { tail } from '../words';
import { reasonDraft } from './drafts';
import { reasons } from './testimony-words';

const MAX_LENGTH = 2000;

interface ReasonDialogProps {
  action: 'reject' | 'reopen';
  testimony: StaffTestimony;
  onClose(): void;
  onReason(reason: string): void;
}

/** Asks for the reason that an action requires; a blank reason does nothing. */
export function ReasonDialog({ action, testimony, onClose, onReason }: ReasonDialogProps) {
  const [reason, setReason] = useDraft(reasonDraft(action, testimony.id));
  const formId = useId();
  const rejecting = action === 'reject';

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
      <form id={formId} onSubmit={submit} className="mt-4 grid gap-4">
        {rejecting && (
          <fieldset>
            <legend className="text-label text-muted">{reasons.kind}</legend>
            <div className="mt-1.5 flex flex-wrap gap-2">
              {reasons.templates.map(([name, text]) => (
                <button
                  key={name}
                  type="button"
                  aria-pressed={reason === text}
                  onClick={() => setReason(text)}
                  className="min-h-11 rounded-full border border-line-strong px-4 text-label text-ink hover:bg-sunk aria-pressed:border-water aria-pressed:bg-water aria-pressed:text-on-water"
                >
                  {name}
                </button>
              ))}
            </div>
          </fieldset>
        )}
        <TextArea
          label={reasons.reason}
          hint={rejecting ? reasons.authorReads : reasons.staffReads}
          value={reason}
          onChange={setReason}
          maxLength={MAX_LENGTH}
        />
      </form>
    </Dialog>
  );
}
