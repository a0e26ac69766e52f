import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '@/ui/icon';
import { Field } from '../frame/field';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { type AuditFilter, anything, isSame } from './audit-filter';
import { words } from './audit-words';
import { MAX_SAVED, readSaved, type SavedFilter, writeSaved } from './saved';

interface SavedFiltersProps {
  /** The filter of the lines on screen. */
  filter: AuditFilter;
  onChoose(filter: AuditFilter): void;
}

/** Filters that were saved on this device, and the form that saves the current one. */
export function SavedFilters({ filter, onChoose }: SavedFiltersProps) {
  const [all, setAll] = useState(readSaved);
  const [naming, setNaming] = useState(false);
  const [said, setSaid] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const whole = useRef<HTMLFieldSetElement>(null);

  /** Closes the form; the focus goes back to the button that opened it. */
  const close = () => {
    flushSync(() => setNaming(false));
    opener.current?.focus();
  };
  const save = (name: string): string | undefined => {
    const others = all.filter((one) => one.name !== name);
    if (others.length >= MAX_SAVED) return words.tooMany(MAX_SAVED);
    const next = [...others, { name, filter }].sort((a, b) => a.name.localeCompare(b.name));
    if (!writeSaved(next)) return words.notSaved;
    setAll(next);
    setSaid(words.savedAs(name));
    close();
    return undefined;
  };
  const remove = (name: string) => {
    const next = all.filter((one) => one.name !== name);
    writeSaved(next);
    flushSync(() => setAll(next));
    setSaid(words.removed(name));
    // The button that had the focus is gone.
    (opener.current ?? whole.current)?.focus();
  };
  return (
    <fieldset
      ref={whole}
      tabIndex={-1}
      className="mt-3 flex flex-wrap items-center gap-2 outline-none"
    >
      <legend className="sr-only">{words.saved}</legend>
      {all.map((one) => (
        <Saved
          key={one.name}
          saved={one}
          isOn={isSame(one.filter, filter)}
          onChoose={() => onChoose(one.filter)}
          onRemove={() => remove(one.name)}
        />
      ))}
      {!naming && !isSame(filter, anything) && (
        <SmallButton ref={opener} variant="quiet" icon="keep" onClick={() => setNaming(true)}>
          {words.save}
        </SmallButton>
      )}
      {naming && <NameForm onSave={save} onCancel={close} />}
      <p role="status" className="text-label text-muted">
        {said}
      </p>
    </fieldset>
  );
}

interface SavedProps {
  saved: SavedFilter;
  isOn: boolean;
  onChoose(): void;
  onRemove(): void;
}

function Saved({ saved: { name }, isOn, onChoose, onRemove }: SavedProps) {
  return (
    <span className="inline-flex max-w-full items-center rounded-full border border-line-strong bg-surface">
      <button
        type="button"
        aria-pressed={isOn}
        onClick={onChoose}
        className="min-h-11 min-w-0 rounded-full pr-1 pl-4 text-left text-label wrap-anywhere text-ink aria-pressed:font-semibold aria-pressed:underline"
      >
        <bdi>{name}</bdi>
      </button>
      <button
        type="button"
        aria-label={words.remove(name)}
        onClick={onRemove}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
      >
        <Icon name="close" className="size-4" />
      </button>
    </span>
  );
}

const focus = (field: HTMLInputElement | null) => field?.focus();

interface NameFormProps {
  /** Returns what is wrong, if it could not be saved. */
  onSave(name: string): string | undefined;
  onCancel(): void;
}

function NameForm({ onSave, onCancel }: NameFormProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(name.trim() === '' ? words.noName : onSave(name.trim()));
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
      className="flex w-full flex-wrap items-end gap-2"
    >
      <Field
        ref={focus}
        label={words.name}
        hint={words.saveHint}
        value={name}
        onChange={setName}
        maxLength={40}
        autoComplete="off"
        error={problem}
        className="min-w-56 flex-1 sm:max-w-80"
      />
      <SmallButton type="submit">{words.saveIt}</SmallButton>
      <SmallButton variant="quiet" onClick={onCancel}>
        {around.cancel}
      </SmallButton>
    </form>
  );
}
