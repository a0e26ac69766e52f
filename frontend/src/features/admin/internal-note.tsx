import { useState } from 'react';
import { draft, dropDraft, keepDraft } from '@/lib/drafts';
import { Notice } from '@/ui/notice';
import { noteDraft } from './drafts';
import { TextArea } from './field';
import { SmallButton } from './small-button';
import { explain } from './states';
import type { StaffStory } from './types';
import { useEdit } from './use-edit';

const LONGEST = 2000;

/** What staff tell each other about a story. Neither its author nor a reader ever sees it. */
export function InternalNote({ story }: { story: StaffStory }) {
  const saved = story.internalNote ?? '';
  const [typed, setTyped] = useState(() => draft<string>(noteDraft(story.id)));
  const note = typed ?? saved;
  const [done, setDone] = useState(false);
  const saving = useEdit(story, () => {
    dropDraft(noteDraft(story.id));
    setTyped(undefined);
    setDone(true);
  });
  return (
    <div className="grid max-w-[42rem] gap-2">
      <TextArea
        label="Internal note"
        hint="Only staff see this. The author’s note is the reason you give when you reject."
        rows={2}
        maxLength={LONGEST}
        value={note}
        onChange={(next) => {
          setDone(false);
          setTyped(next);
          keepDraft(noteDraft(story.id), next);
        }}
      />
      {saving.error && (
        <Notice tone="danger">The note could not be saved. {explain(saving.error)}</Notice>
      )}
      <div className="flex min-h-11 items-center gap-4">
        {note !== saved && (
          <SmallButton
            look="outline"
            aria-disabled={saving.isPending}
            onClick={() => {
              if (!saving.isPending) saving.mutate({ internalNote: note.trim() });
            }}
          >
            {saving.isPending ? 'Saving…' : 'Save note'}
          </SmallButton>
        )}
        <p role="status" className="text-label text-muted">
          {done && note === saved && 'Note saved.'}
        </p>
      </div>
    </div>
  );
}
