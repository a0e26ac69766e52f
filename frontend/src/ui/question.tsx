import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isApiError } from '@/lib/api/error';
import { Button } from './button';
import { Dialog } from './dialog';
import { Notice } from './notice';

interface QuestionWords {
  title: string;
  /** Label of the cancel button. */
  keep: string;
  /** Labels of the confirm button, idle and pending. */
  act: string;
  acting: string;
  failed: string;
  /** The error text when the server gives no reason. */
  failedText: string;
}

interface QuestionProps<Done> {
  words: QuestionWords;
  act(): Promise<Done>;
  onDone(done: Done): unknown;
  onClose(): void;
  /** The consequences. */
  children: ReactNode;
}

/** Asks for confirmation of an irreversible action. Closing the dialog does not cancel a pending one. */
export function Question<Done>({ words, act, onDone, onClose, children }: QuestionProps<Done>) {
  const reasonOf = (error: Error) => (isApiError(error) && error.humanMessage) || words.failedText;
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    onSuccess: onDone,
  });

  return (
    <Dialog
      role="alertdialog"
      title={words.title}
      description={children}
      busy={isPending}
      onClose={onClose}
      footer={
        <>
          {/* `aria-disabled` instead of `disabled`, which would lose the focus. */}
          <Button
            variant="outline"
            aria-disabled={isPending}
            onClick={() => {
              if (!isPending) onClose();
            }}
          >
            {words.keep}
          </Button>
          <Button
            variant="danger"
            aria-disabled={isPending}
            onClick={() => {
              if (!isPending) mutate();
            }}
          >
            {isPending ? words.acting : words.act}
          </Button>
        </>
      }
    >
      {error && (
        <Notice tone="danger" className="mt-5">
          <strong className="block">{words.failed}</strong>
          {reasonOf(error)}
        </Notice>
      )}
    </Dialog>
  );
}
