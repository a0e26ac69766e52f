import { useMutation } from '@tanstack/react-query';
import { isApiError } from '@/lib/api/error';
import { currentWords, useWords } from '@/lib/language';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { Notice } from '@/ui/notice';
import { prayForTestimony } from './queries';
import { result } from './result-words';

/** Tells the author of a testimony that somebody prayed. Nobody learns who, and there is nothing to write. */
export function TestimonyPrayed({ id }: { id: string }) {
  const words = useWords(result).prayed;
  const prayed = useMutation({ mutationFn: () => prayForTestimony(id) });
  if (prayed.isSuccess) {
    return (
      <p
        ref={takeLostFocus}
        tabIndex={-1}
        role="status"
        className="no-print mt-3 w-full text-label text-muted outline-none"
      >
        {words.thanks}
      </p>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-disabled={prayed.isPending}
        onClick={() => {
          if (!prayed.isPending) prayed.mutate();
        }}
        className="no-print -mb-2 -ml-2 min-h-11 rounded-full px-2 text-label font-semibold text-water hover:underline"
      >
        {words.pray}
      </button>
      {prayed.error && (
        <Notice tone="danger" className="mt-3 w-full">
          {explain(prayed.error)}
        </Notice>
      )}
    </>
  );
}

function explain(error: unknown): string {
  const words = currentWords(result).prayed;
  if (!isApiError(error)) return navigator.onLine ? words.failed : words.offline;
  if (error.status === 404) return words.gone;
  return error.humanMessage ?? words.failed;
}
