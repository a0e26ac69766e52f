import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isApiError } from '@/lib/api/error';
import { showToast } from '@/lib/toasts';
import { Button } from './button';
import { Dialog } from './dialog';
import { Notice } from './notice';

interface QuestionWords {
  title: string;
  /** On the button that changes nothing. */
  keep: string;
  /** On the button that does it, and while it does. */
  act: string;
  acting: string;
  failed: string;
  /** Why it failed, where the server gives no reason. */
  failedText: string;
}

interface QuestionProps<Done> {
  words: QuestionWords;
  act(): Promise<Done>;
  onDone(done: Done): unknown;
  onClose(): void;
  /** What will be so afterwards. */
  children: ReactNode;
}

/** Asks once before something goes for good. What has been asked for can't be taken back by closing the question. */
export function Question<Done>({ words, act, onDone, onClose, children }: QuestionProps<Done>) {
  const reasonOf = (error: Error) => (isApiError(error) && error.humanMessage) || words.failedText;
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    onSuccess: onDone,
    onError: (failure) =>
      showToast({ title: words.failed, description: reasonOf(failure), tone: 'destructive' }),
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
          {/* Not `disabled`: the focus would be lost while it is done. */}
          <Button
            look="outline"
            aria-disabled={isPending}
            onClick={() => {
              if (!isPending) onClose();
            }}
          >
            {words.keep}
          </Button>
          <Button
            look="danger"
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
