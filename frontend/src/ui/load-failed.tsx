import { isApiError } from '@/lib/api/error';
import { useWords, wordsNow } from '@/lib/language';
import { Button } from './button';
import { failures } from './later-words';
import { Notice } from './notice';

interface LoadFailedProps {
  title: string;
  error: Error;
  /** Whether it is being tried again. */
  busy: boolean;
  onRetry(): unknown;
}

/** Something could not be loaded: why, as far as it is known, and another try. */
export function LoadFailed({ title, error, busy, onRetry }: LoadFailedProps) {
  const words = useWords(failures);
  return (
    <Notice
      tone="danger"
      className="mb-6"
      {...(isApiError(error) ? {} : { icon: 'offline' as const })}
    >
      <strong className="block">{title}</strong>
      <p>{reasonOf(error)}</p>
      <Button look="outline" className="mt-4" disabled={busy} onClick={() => onRetry()}>
        {busy ? words.loading : words.tryAgain}
      </Button>
    </Notice>
  );
}

/** Why a call failed, in words for the person who made it. */
export function reasonOf(error: Error): string {
  const words = wordsNow(failures);
  if (isApiError(error)) {
    const [field] = Object.values(error.fields);
    return field ?? error.humanMessage ?? words.ours;
  }
  return navigator.onLine ? words.unreachable : words.offline;
}
