import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '../frame/field';
import { around, users } from '../frame/staff-words';

const MAX_MONTHS = 36;

interface GrantDialogProps {
  name: string;
  /** The end of the premium that staff granted before. */
  until: string | null;
  onClose(): void;
  onGrant(months: number): void;
}

/** Asks for the number of months; without a number nothing is granted. */
export function GrantDialog({ name, until, onClose, onGrant }: GrantDialogProps) {
  const [months, setMonths] = useState('1');
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = Number(months);
    if (months.trim() === '' || Number.isNaN(number)) {
      onClose();
      return;
    }
    if (!Number.isInteger(number) || number < 1 || number > MAX_MONTHS) {
      setWrong(true);
      field.current?.focus();
      return;
    }
    onClose();
    onGrant(number);
  };

  return (
    <Dialog
      role="alertdialog"
      title={users.grant}
      description={<p className="mt-2">{users.grantTo(name, until)}</p>}
      onClose={onClose}
      className="max-w-[26rem]"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {around.cancel}
          </Button>
          <Button type="submit" form={formId}>
            {users.grantIt}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="mt-4">
        <Field
          ref={field}
          label={users.months}
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_MONTHS}
          step={1}
          value={months}
          onChange={(next) => {
            setMonths(next);
            setWrong(false);
          }}
          error={wrong ? users.wrongMonths(MAX_MONTHS) : undefined}
        />
      </form>
    </Dialog>
  );
}
