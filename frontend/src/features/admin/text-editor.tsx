import { useState } from 'react';
import { draft, dropDraft, keepDraft } from '@/lib/drafts';
import { Notice } from '@/ui/notice';
import { DiffView } from './diff-view';
import { textDraft } from './drafts';
import { TextArea } from './field';
import { SmallButton } from './small-button';
import { around } from './staff-words';
import { explain } from './states';
import { editing as words } from './story-words';
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

/** A change that was begun, with the text it was begun from: what somebody else did since is not written over. */
interface Begun {
  value: string;
  text: string;
  version: number;
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
          {words.edit}
        </SmallButton>
      )}
      {previousText !== null && (
        <>
          <SmallButton
            look="quiet"
            aria-expanded={comparing}
            onClick={() => setComparing(!comparing)}
          >
            {comparing ? words.hideChange : words.showChange}
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
  const name = textDraft(story.id);
  const [begun, setBegun] = useState(
    () => draft<Begun>(name) ?? { value: text, text, version: story.version },
  );
  const [wasRefused, setWasRefused] = useState(false);
  const keep = (next: Begun) => {
    setBegun(next);
    if (next.value === next.text) dropDraft(name);
    else keepDraft(name, next);
  };
  const leave = () => {
    dropDraft(name);
    onDone();
  };
  const saving = useEdit(story, leave, ({ redactedText, version }) => {
    setWasRefused(true);
    keep({ ...begun, text: redactedText ?? '', version });
  });
  const { value } = begun;
  const overtaken = begun.text !== text;
  const changed = value.trim() !== text.trim();
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-5">
      <TextArea
        label={words.text}
        hint={words.textHint}
        rows={8}
        value={value}
        onChange={(next) => keep({ ...begun, value: next })}
        error={changed && value.trim() === '' ? words.emptyText : undefined}
      />
      {/* Not while saving: what is fetched then is one's own text. */}
      {(overtaken || wasRefused) && !saving.isPending && (
        <Notice tone="danger">{words.overtaken}</Notice>
      )}
      {changed && (
        <div>
          <h4 className="mb-1.5 text-label font-semibold text-ink">{words.change}</h4>
          <DiffView before={text} after={value} />
        </div>
      )}
      {saving.error && !wasRefused && (
        <Notice tone="danger">
          {words.textFailed} {explain(saving.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <SmallButton
          disabled={!changed || value.trim() === ''}
          aria-disabled={saving.isPending}
          onClick={() => {
            if (saving.isPending) return;
            setWasRefused(false);
            // A note or a topic changed since does no harm; another text does.
            const version = overtaken ? begun.version : story.version;
            saving.mutate({ redactedText: value.trim(), version });
          }}
        >
          {saving.isPending ? around.saving : words.saveText}
        </SmallButton>
        <SmallButton look="outline" onClick={leave}>
          {around.cancel}
        </SmallButton>
      </div>
    </div>
  );
}
