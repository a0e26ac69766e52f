import { Notice } from '@/ui/notice';
import { TextArea } from '../frame/field';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { explain } from '../frame/states';
import { editing } from './testimony-words';
import type { Note } from './use-note';

const MAX_LENGTH = 2000;

/** The internal note of a testimony, hidden from its author and from readers. */
export function InternalNote({ note }: { note: Note }) {
  const { saving } = note;
  return (
    <div className="grid max-w-[42rem] gap-2">
      <TextArea
        ref={note.field}
        label={editing.note}
        hint={editing.noteHint}
        rows={2}
        maxLength={MAX_LENGTH}
        value={note.value}
        onChange={note.type}
        error={note.isAskedFor ? editing.noteFirst : undefined}
      />
      {note.overtaken && (
        <Notice tone="danger">
          <p>{editing.noteOvertaken}</p>
          <p dir="auto" className="mt-1 whitespace-pre-line text-body wrap-anywhere">
            {note.saved === '' ? editing.noteTakenAway : note.saved}
          </p>
        </Notice>
      )}
      {saving.error && !note.wasRefused && (
        <Notice tone="danger">
          {editing.noteFailed} {explain(saving.error)}
        </Notice>
      )}
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        {note.changed && (
          <>
            <SmallButton variant="outline" aria-disabled={saving.isPending} onClick={note.save}>
              {saving.isPending ? around.saving : editing.saveNote}
            </SmallButton>
            <SmallButton
              variant="quiet"
              aria-disabled={saving.isPending}
              onClick={() => {
                if (saving.isPending) return;
                note.drop();
                note.field.current?.focus();
              }}
            >
              {editing.dropNote}
            </SmallButton>
          </>
        )}
        <p role="status" className="text-label text-muted">
          {note.done && editing.noteSaved}
        </p>
      </div>
    </div>
  );
}
