import { useState } from 'react';
import { draft, dropDraft, keepDraft } from '@/lib/drafts';
import { Notice } from '@/ui/notice';
import { TextArea } from '../frame/field';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { explain } from '../frame/states';
import type { StaffTestimony } from '../types';
import { DiffView } from './diff-view';
import { textDraft } from './drafts';
import { editing as words } from './testimony-words';
import { useEdit } from './use-edit';

interface TextEditorProps {
  testimony: StaffTestimony;
  /** The current redacted text. */
  text: string;
}

interface Editing {
  editing: boolean;
  onEdit(editing: boolean): void;
}

/** An edit in progress with its base text, to detect a concurrent change. */
interface Begun {
  value: string;
  text: string;
  version: number;
}

/** The text can be edited until the testimony is approved or rejected. */
const isOpen = ({ status }: StaffTestimony) => status === 'pending' || status === 'escalated';

/** Whether the text is being edited; an edit kept as a draft continues. */
export function useEditing(testimony: StaffTestimony): Editing {
  const [editing, onEdit] = useState(() => draft(textDraft(testimony.id)) !== undefined);
  return { editing: editing && isOpen(testimony), onEdit };
}

/** Lets staff remove what redaction missed, with a diff before and after saving. */
export function TextEditor({ testimony, text, editing, onEdit }: TextEditorProps & Editing) {
  const [comparing, setComparing] = useState(false);
  const canEdit = isOpen(testimony);
  if (editing) {
    return <Editor testimony={testimony} text={text} onDone={() => onEdit(false)} />;
  }
  const kept = draft<Begun>(textDraft(testimony.id));
  if (!canEdit && kept) {
    const discard = () => {
      dropDraft(textDraft(testimony.id));
      onEdit(false);
    };
    return <KeptEdit text={kept.value} onDiscard={discard} />;
  }
  const { previousText } = testimony;
  return (
    <div className="mt-4 flex flex-wrap gap-x-2">
      {canEdit && (
        <SmallButton variant="quiet" icon="pen" className="-ml-3" onClick={() => onEdit(true)}>
          {words.edit}
        </SmallButton>
      )}
      {previousText !== null && (
        <>
          <SmallButton
            variant="quiet"
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

/** What was typed before somebody else decided the story: to copy, or for the time when it is reopened. */
function KeptEdit({ text, onDiscard }: { text: string; onDiscard(): void }) {
  return (
    <Notice tone="danger" className="mt-4">
      <p>{words.decided}</p>
      <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere text-body">
        {text}
      </p>
      <SmallButton variant="outline" className="mt-3" onClick={onDiscard}>
        {words.discard}
      </SmallButton>
    </Notice>
  );
}

function Editor({ testimony, text, onDone }: TextEditorProps & { onDone(): void }) {
  const name = textDraft(testimony.id);
  const [begun, setBegun] = useState(
    () => draft<Begun>(name) ?? { value: text, text, version: testimony.version },
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
  const saving = useEdit(testimony, leave, ({ redactedText, version }) => {
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
      {/* Not while saving: the text fetched then is one's own. */}
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
            // Only a change of the text is a conflict, not one of note or topics.
            const version = overtaken ? begun.version : testimony.version;
            saving.mutate({ redactedText: value.trim(), version });
          }}
        >
          {saving.isPending ? around.saving : words.saveText}
        </SmallButton>
        <SmallButton variant="outline" onClick={leave}>
          {around.cancel}
        </SmallButton>
      </div>
    </div>
  );
}
