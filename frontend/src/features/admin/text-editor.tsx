import { useState } from 'react';
import { draft, dropDraft, useDraft } from '@/lib/drafts';
import { Notice } from '@/ui/notice';
import { DiffView } from './diff-view';
import { textDraft } from './drafts';
import { TextArea } from './field';
import { SmallButton } from './small-button';
import { explain } from './states';
import type { StaffStory } from './types';
import { useEdit } from './use-edit';

interface TextEditorProps {
  story: StaffStory;
  /** The redacted text as it stands. */
  text: string;
}

interface Editing {
  editing: boolean;
  onEdit(editing: boolean): void;
}

/** The text can be changed until the story is published or declined. */
const isOpen = ({ status }: StaffStory) => status === 'pending' || status === 'escalated';

/** Whether the text is being changed; a change that was begun before goes on. */
export function useEditing(story: StaffStory): Editing {
  const [editing, onEdit] = useState(() => draft(textDraft(story.id)) !== undefined);
  return { editing: editing && isOpen(story), onEdit };
}

/** Lets staff take out what redaction missed, and shows what was changed, before and after saving. */
export function TextEditor({ story, text, editing, onEdit }: TextEditorProps & Editing) {
  const [comparing, setComparing] = useState(false);
  const canEdit = isOpen(story);
  if (editing) {
    return <Editor story={story} text={text} onDone={() => onEdit(false)} />;
  }
  const { previousText } = story;
  return (
    <div className="mt-4 flex flex-wrap gap-x-2">
      {canEdit && (
        <SmallButton look="quiet" icon="pen" className="-ml-3" onClick={() => onEdit(true)}>
          Edit text
        </SmallButton>
      )}
      {previousText !== null && (
        <>
          <SmallButton
            look="quiet"
            aria-expanded={comparing}
            onClick={() => setComparing(!comparing)}
          >
            {comparing ? 'Hide the last change' : 'Show the last change'}
          </SmallButton>
          {comparing && (
            <div className="w-full">
              <DiffView before={previousText} after={text} />
            </div>
          )}
        </>
      )}
    </div>
  );
}

function Editor({ story, text, onDone }: TextEditorProps & { onDone(): void }) {
  const [kept, setKept] = useDraft(textDraft(story.id));
  const [value, setValue] = useState(kept || text);
  const leave = () => {
    dropDraft(textDraft(story.id));
    onDone();
  };
  const saving = useEdit(story, leave);
  const changed = value.trim() !== text.trim();
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-5">
      <TextArea
        label="Text as readers will see it"
        hint="Write [name] or [place] for what should be hidden."
        rows={8}
        value={value}
        onChange={(next) => {
          setValue(next);
          setKept(next === text ? '' : next);
        }}
        error={changed && value.trim() === '' ? 'Please leave some words.' : undefined}
      />
      {changed && (
        <div>
          <h4 className="mb-1.5 text-label font-semibold text-ink">Your change</h4>
          <DiffView before={text} after={value} />
        </div>
      )}
      {saving.error && (
        <Notice tone="danger">The text could not be saved. {explain(saving.error)}</Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <SmallButton
          disabled={!changed || value.trim() === ''}
          aria-disabled={saving.isPending}
          onClick={() => {
            if (!saving.isPending) saving.mutate({ redactedText: value.trim() });
          }}
        >
          {saving.isPending ? 'Saving…' : 'Save text'}
        </SmallButton>
        <SmallButton look="outline" onClick={leave}>
          Cancel
        </SmallButton>
      </div>
    </div>
  );
}
