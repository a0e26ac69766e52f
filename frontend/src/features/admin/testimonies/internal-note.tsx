import { useState } from 'react';
import { draft, dropDraft, keepDraft } from '@/lib/drafts';
import { Notice } from '@/ui/notice';
import { TextArea } from '../frame/field';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { explain } from '../frame/states';
import type { StaffTestimony } from '../types';
import { noteDraft } from './drafts';
import { editing } from './testimony-words';
import { useEdit } from './use-edit';

const MAX_LENGTH = 2000;

/** The internal note of a testimony, hidden from its author and from readers. */
export function InternalNote({ testimony }: { testimony: StaffTestimony }) {
  const saved = testimony.internalNote ?? '';
  const [typed, setTyped] = useState(() => draft<string>(noteDraft(testimony.id)));
  const note = typed ?? saved;
  const [done, setDone] = useState(false);
  const saving = useEdit(testimony, () => {
    dropDraft(noteDraft(testimony.id));
    setTyped(undefined);
    setDone(true);
  });
  return (
    <div className="grid max-w-[42rem] gap-2">
      <TextArea
        label={editing.note}
        hint={editing.noteHint}
        rows={2}
        maxLength={MAX_LENGTH}
        value={note}
        onChange={(next) => {
          setDone(false);
          setTyped(next);
          keepDraft(noteDraft(testimony.id), next);
        }}
      />
      {saving.error && (
        <Notice tone="danger">
          {editing.noteFailed} {explain(saving.error)}
        </Notice>
      )}
      <div className="flex min-h-11 items-center gap-4">
        {note !== saved && (
          <SmallButton
            variant="outline"
            aria-disabled={saving.isPending}
            onClick={() => {
              if (!saving.isPending) saving.mutate({ internalNote: note.trim() });
            }}
          >
            {saving.isPending ? around.saving : editing.saveNote}
          </SmallButton>
        )}
        <p role="status" className="text-label text-muted">
          {done && note === saved && editing.noteSaved}
        </p>
      </div>
    </div>
  );
}
