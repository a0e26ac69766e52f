import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { around } from './staff-words';

interface ConfirmDialogProps {
  title: string;
  /** The label of the confirm button, a verb. */
  confirm: string;
  variant?: ButtonVariant;
  onConfirm(): void;
  onClose(): void;
  children: ReactNode;
}

/** Asks for confirmation of an important action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirm, variant = 'primary', onConfirm, onClose, children } = props;
  return (
    <Dialog
      role="alertdialog"
      title={title}
      description={<div className="mt-2">{children}</div>}
      onClose={onClose}
      className="max-w-[28rem]"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {around.cancel}
          </Button>
          <Button
            variant={variant}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </>
      }
    />
  );
}
