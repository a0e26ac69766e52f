import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Select } from '@/ui/select';
import { Field } from '../frame/field';
import { SmallButton } from '../frame/small-button';
import { audit } from '../frame/staff-words';
import { auditPeopleQuery } from '../queries';
import { auditActions, deedInWords } from '../words';
import { type AuditFilter, anything, isSame } from './audit-filter';
import { words } from './audit-words';
import { groupOf } from './groups';

interface FilterFormProps {
  filter: AuditFilter;
  onShow(filter: AuditFilter): void;
  /** The filter that is shown already was asked for again. */
  onSame(): void;
}

/** The fields of the filter, which hold once they are sent. */
export function FilterForm({ filter, onShow, onSame }: FilterFormProps) {
  const [typed, setTyped] = useState(filter);
  const [shown, setShown] = useState(filter);
  // Another address has other fields. The form stays, and with it the focus.
  if (!isSame(shown, filter)) {
    setShown(filter);
    setTyped(filter);
  }
  const people = useQuery(auditPeopleQuery);
  const list = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame(typed, filter)) onSame();
    else onShow(typed);
  };
  const set = (field: keyof AuditFilter) => (value: string) =>
    setTyped({ ...typed, [field]: value });
  const actions = auditActions.filter(
    (action) => filter.group === '' || groupOf(action) === filter.group,
  );
  return (
    <form
      onSubmit={submit}
      aria-label={audit.filter}
      className="mt-4 grid items-end gap-3 sm:grid-cols-2 rail:grid-cols-[1.3fr_1fr_1.3fr_auto_auto_auto]"
    >
      <Select
        label={audit.what}
        value={typed.action}
        onChange={set('action')}
        options={[
          ['', audit.everything],
          ...actions.map((action) => [action, sentence(deedInWords(action))] as const),
        ]}
      />
      <div>
        <Field
          label={audit.staffName}
          hint={people.error ? words.peopleFailed : undefined}
          value={typed.actor}
          onChange={set('actor')}
          maxLength={60}
          list={list}
          autoComplete="off"
        />
        <datalist id={list}>
          {people.data?.map(({ name, role }) => (
            <option key={name} value={name} label={role ? `${name}, ${role}` : name} />
          ))}
        </datalist>
      </div>
      <Field label={audit.subject} value={typed.subject} onChange={set('subject')} />
      <Field label={audit.from} type="date" value={typed.from} onChange={set('from')} />
      <Field label={audit.until} type="date" value={typed.to} onChange={set('to')} />
      <SmallButton type="submit" icon="search">
        {audit.show}
      </SmallButton>
      <SmallButton variant="quiet" className="justify-self-start" onClick={() => onShow(anything)}>
        {words.reset}
      </SmallButton>
    </form>
  );
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
