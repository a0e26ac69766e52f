import { type FormEvent, useId } from 'react';
import { useDraft } from '@/lib/drafts';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { reasonDraft } from './drafts';
import { TextArea } from './field';
import type { StaffStory } from './types';
import { tail } from './words';

/** Kind words to begin with. Each says thank you, what is in the way, and what would help. */
const templates = [
  [
    'Could be recognised',
    'Thank you for trusting us with your story. Some details in it could still show who you are, and we want you to be safe. You are welcome to send it again with fewer particulars.',
  ],
  [
    'About somebody else',
    'Thank you for writing. Much of this story belongs to another person, who may not want it told. You are welcome to send it again from your own side.',
  ],
  [
    'Advice that could hurt',
    'Thank you for sharing what you went through. Some of the advice in it could hurt a reader who is in a hard place, so we cannot publish it as it is. You are welcome to send it again without that part.',
  ],
  [
    'Not a story yet',
    'Thank you for writing to us. Here we share what people went through and what helped them. If you would like to tell us that, we would be glad to read it.',
  ],
  [
    'Offers and links',
    'Thank you for writing. We cannot publish offers or links. If there is a story of your own behind it, we would be glad to read it.',
  ],
] as const;

const LONGEST = 2000;

interface ReasonDialogProps {
  action: 'reject' | 'reopen';
  story: StaffStory;
  onClose(): void;
  onReason(reason: string): void;
}

/** Asks for the reason that a step needs. Without words nothing is done. */
export function ReasonDialog({ action, story, onClose, onReason }: ReasonDialogProps) {
  const [reason, setReason] = useDraft(reasonDraft(action, story.id));
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
      title={rejecting ? 'Reject this story?' : 'Reopen this story?'}
      onClose={onClose}
      className="max-w-[36rem]"
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} look={rejecting ? 'danger' : 'water'}>
            {rejecting ? 'Reject story' : 'Reopen story'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="mt-2 grid gap-4">
        <p className="text-muted">
          Story …{tail(story.id)}
          {!rejecting && story.status === 'approved' && '. Readers will not see it any more.'}
        </p>
        {rejecting && (
          <fieldset>
            <legend className="text-label text-muted">Begin with kind words</legend>
            <div className="mt-1.5 flex flex-wrap gap-2">
              {templates.map(([name, text]) => (
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
          label="Reason"
          hint={
            rejecting
              ? 'The author reads this. Left empty, nothing is done.'
              : 'Only staff read this. Left empty, nothing is done.'
          }
          value={reason}
          onChange={setReason}
          maxLength={LONGEST}
        />
      </form>
    </Dialog>
  );
}
