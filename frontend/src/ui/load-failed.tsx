import { isApiError } from '@/lib/api/error';
import { Button } from './button';
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
  return (
    <Notice
      tone="danger"
      className="mb-6"
      {...(isApiError(error) ? {} : { icon: 'offline' as const })}
    >
      <strong className="block">{title}</strong>
      <p>{reasonOf(error)}</p>
      <Button look="outline" className="mt-4" disabled={busy} onClick={() => onRetry()}>
        {busy ? 'Loading…' : 'Try again'}
      </Button>
    </Notice>
  );
}

/** Why a call failed, in words for the person who made it. */
export function reasonOf(error: Error): string {
  if (isApiError(error)) {
    const [field] = Object.values(error.fields);
    return field ?? error.humanMessage ?? 'Something went wrong on our side. Please try again.';
  }
  return navigator.onLine
    ? 'The server could not be reached. Please try again in a moment.'
    : 'You are offline. Please try again when you are connected.';
}
