import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { money } from '../money-words';
import { Field } from './field';
import { around } from './staff-words';

interface HandOverDialogProps {
  /** What is handed over; by default a subscription. */
  words?: Pick<typeof money, 'handOver' | 'handOverText' | 'handOverTo' | 'handOverEmpty'>;
  /** The address that stands in the field first. */
  to?: string | undefined;
  onClose(): void;
  onHandOver(email: string): void;
}

/** Asks for the proven address of the person who gets something. */
export function HandOverDialog({
  words = money,
  to = '',
  onClose,
  onHandOver,
}: HandOverDialogProps) {
  const [email, setEmail] = useState(to);
  const [empty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const form = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!email.trim()) {
      setEmpty(true);
      field.current?.focus();
      return;
    }
    onClose();
    onHandOver(email.trim());
  };
  return (
    <Dialog
      role="alertdialog"
      title={words.handOver}
      description={<p className="mt-2">{words.handOverText}</p>}
      onClose={onClose}
      className="max-w-[28rem]"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {around.cancel}
          </Button>
          <Button type="submit" form={form}>
            {words.handOver}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="mt-4">
        <Field
          ref={field}
          label={words.handOverTo}
          type="email"
          value={email}
          autoComplete="off"
          onChange={(next) => {
            setEmail(next);
            setEmpty(false);
          }}
          error={empty ? words.handOverEmpty : undefined}
        />
      </form>
    </Dialog>
  );
}
