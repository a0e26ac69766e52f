import { useRef, useState } from 'react';
import { draft, dropDraft, keepDraft } from '@/lib/drafts';
import type { StaffTestimony } from '../types';
import { noteDraft } from './drafts';
import { useEdit } from './use-edit';

/** A note in progress with the note it began from, to detect a concurrent change. */
interface Begun {
  value: string;
  saved: string;
  version: number;
}

/** The internal note of a testimony while it is typed. It is saved by itself, or goes along with a step. */
export function useNote(testimony: StaffTestimony) {
  const saved = testimony.internalNote ?? '';
  const name = noteDraft(testimony.id);
  const [begun, setBegun] = useState(() => draft<Begun>(name));
  const [wasRefused, setWasRefused] = useState(false);
  const [done, setDone] = useState(false);
  const [isAskedFor, setIsAskedFor] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const value = begun?.value ?? saved;
  const changed = value.trim() !== saved.trim();
  const keep = (next: Begun) => {
    setBegun(next);
    keepDraft(name, next);
  };
  const drop = () => {
    dropDraft(name);
    setBegun(undefined);
    setWasRefused(false);
    setIsAskedFor(false);
  };
  const saving = useEdit(
    testimony,
    () => {
      drop();
      setDone(true);
    },
    ({ internalNote, version }) => {
      const theirs = internalNote ?? '';
      // Something else of the story may have changed: the next try is sent with its new version.
      setWasRefused(begun !== undefined && begun.saved !== theirs);
      keep({ value, saved: theirs, version });
    },
  );
  const isBehind = changed && begun !== undefined && begun.saved !== saved;
  return {
    field,
    saved,
    value,
    changed,
    done: done && !changed,
    saving,
    wasRefused,
    /** Whether somebody else has changed the note since this one was begun. */
    overtaken: changed && !saving.isPending && (isBehind || wasRefused),
    /** Whether a step waits for the note to be saved or dropped. */
    isAskedFor: isAskedFor && changed,
    drop: () => {
      drop();
      saving.reset();
    },
    type: (next: string) => {
      setDone(false);
      setIsAskedFor(false);
      keep({ saved, version: testimony.version, ...begun, value: next });
    },
    save: () => {
      if (saving.isPending) return;
      setWasRefused(false);
      setIsAskedFor(false);
      // Only a change of the note is a conflict, not one of text or topics.
      const version = isBehind ? begun.version : testimony.version;
      saving.mutate({ internalNote: value.trim(), version });
    },
    /** What goes along with a step; null if somebody has to look at the note first. */
    forStep: (): { internalNote?: string } | null => {
      if (!changed) return {};
      // A step leaves the note as it is if none comes along, so that it cannot take one away.
      if (!isBehind && !wasRefused && value.trim() !== '') return { internalNote: value.trim() };
      setIsAskedFor(true);
      field.current?.focus();
      return null;
    },
  };
}

export type Note = ReturnType<typeof useNote>;
