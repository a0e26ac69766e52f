import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { useWords, wordsNow } from '@/lib/language';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Notice } from '@/ui/notice';
import { reportStory } from './queries';
import { result } from './result-words';

/** Lets a reader say that a story should not be here. Somebody reads it again; meanwhile it is not shown. */
export function StoryReport({ id }: { id: string }) {
  const words = useWords(result).report;
  const [asking, setAsking] = useState(false);
  const report = useMutation({ mutationFn: () => reportStory(id) });
  const close = () => setAsking(false);

  if (report.isSuccess) {
    return (
      <div ref={takeLostFocus} tabIndex={-1} className="mt-3 w-full outline-none">
        <Notice icon="check">{words.thanks}</Notice>
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-disabled={report.isPending}
        onClick={() => {
          if (!report.isPending) setAsking(true);
        }}
        className="no-print -mb-2 -ml-2 min-h-11 rounded-full px-2 text-label text-muted hover:underline"
      >
        {report.isPending ? words.asking : words.ask}
      </button>
      {report.error && (
        <Notice tone="danger" className="mt-3 w-full">
          {explain(report.error)}
        </Notice>
      )}
      {asking && (
        <Dialog
          role="alertdialog"
          title={words.title}
          description={<p className="mt-2">{words.text}</p>}
          onClose={close}
          className="max-w-[26rem]"
          footer={
            <>
              <Button look="outline" onClick={close}>
                {words.cancel}
              </Button>
              <Button
                onClick={() => {
                  close();
                  report.mutate();
                }}
              >
                {words.send}
              </Button>
            </>
          }
        />
      )}
    </>
  );
}

function explain(error: unknown): string {
  const words = wordsNow(result).report;
  if (!isApiError(error)) return navigator.onLine ? words.failed : words.offline;
  if (error.status === 404) return words.gone;
  return error.humanMessage ?? words.failed;
}
