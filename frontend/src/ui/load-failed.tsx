import { isApiError } from '@/lib/api/error';
import { currentWords, useWords } from '@/lib/language';
import { Button } from './button';
import { failures } from './later-words';
import { Notice } from './notice';

interface LoadFailedProps {
  title: string;
  error: Error;
  /** Whether a retry is in progress. */
  busy: boolean;
  onRetry(): unknown;
}

/** A load error with its reason, if known, and a retry button. */
export function LoadFailed({ title, error, busy, onRetry }: LoadFailedProps) {
  const words = useWords(failures);
  return (
    <Notice
      className="mb-6"
      {...(isApiError(error) ? { tone: 'danger' as const } : { icon: 'offline' as const })}
    >
      <strong className="block">{title}</strong>
      <p>{reasonOf(error)}</p>
      <Button variant="outline" className="mt-4" disabled={busy} onClick={() => onRetry()}>
        {busy ? words.loading : words.tryAgain}
      </Button>
    </Notice>
  );
}

/** The reason of a failed request, in user-facing text. */
export function reasonOf(error: Error): string {
  const words = currentWords(failures);
  if (isApiError(error)) {
    const [field] = Object.values(error.fields);
    return field ?? error.humanMessage ?? words.ours;
  }
  return navigator.onLine ? words.unreachable : words.offline;
}
