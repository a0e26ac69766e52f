import type { ReactNode } from 'react';
import { Button, type ButtonLook } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { around } from './staff-words';

interface ConfirmDialogProps {
  title: string;
  /** The button that does it, in a verb. */
  confirm: string;
  look?: ButtonLook;
  onConfirm(): void;
  onClose(): void;
  children: ReactNode;
}

/** Asks once more before something that matters. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirm, look = 'water', onConfirm, onClose, children } = props;
  return (
    <Dialog
      role="alertdialog"
      title={title}
      description={<div className="mt-2">{children}</div>}
      onClose={onClose}
      className="max-w-[28rem]"
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            {around.cancel}
          </Button>
          <Button
            look={look}
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
