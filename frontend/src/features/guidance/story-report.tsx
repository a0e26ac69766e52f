import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Notice } from '@/ui/notice';
import { reportStory } from './queries';

/** Lets a reader say that a story should not be here. Somebody reads it again; meanwhile it is not shown. */
export function StoryReport({ id }: { id: string }) {
  const [asking, setAsking] = useState(false);
  const report = useMutation({ mutationFn: () => reportStory(id) });
  const close = () => setAsking(false);

  if (report.isSuccess) {
    return (
      <Notice icon="check" className="mt-3 w-full">
        Thank you. Somebody from our team will read this story again.
      </Notice>
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
        {report.isPending ? 'Reporting…' : 'Report this story'}
      </button>
      {report.error && (
        <Notice tone="danger" className="mt-3 w-full">
          {explain(report.error)}
        </Notice>
      )}
      {asking && (
        <Dialog
          role="alertdialog"
          title="Report this story?"
          onClose={close}
          className="max-w-[26rem]"
          footer={
            <>
              <Button look="outline" onClick={close}>
                Cancel
              </Button>
              <Button
                onClick={() => {
                  close();
                  report.mutate();
                }}
              >
                Report
              </Button>
            </>
          }
        >
          <p className="mt-2">
            If it names somebody, could hurt a reader or does not belong here, tell us. Somebody
            from our team will read it again. Its author will not know that it was you.
          </p>
        </Dialog>
      )}
    </>
  );
}

function explain(error: unknown): string {
  if (!isApiError(error)) {
    return navigator.onLine
      ? 'The report could not be sent. Please try again in a moment.'
      : 'You are offline. Please report it when you are connected.';
  }
  if (error.status === 404) return 'This story is no longer shown to readers.';
  return error.humanMessage ?? 'The report could not be sent. Please try again in a moment.';
}
