import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { currentWords, useWords } from '@/lib/language';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Notice } from '@/ui/notice';
import { reportTestimony } from './queries';
import { result } from './result-words';

/** Reports a testimony. It is hidden until staff have reviewed it. */
export function TestimonyReport({ id }: { id: string }) {
  const words = useWords(result).report;
  const [asking, setAsking] = useState(false);
  const report = useMutation({ mutationFn: () => reportTestimony(id) });
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
              <Button variant="outline" onClick={close}>
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
  const words = currentWords(result).report;
  if (!isApiError(error)) return navigator.onLine ? words.failed : words.offline;
  if (error.status === 404) return words.gone;
  return error.humanMessage ?? words.failed;
}
