import type { ReactNode } from 'react';
import { isApiError } from '@/lib/api/error';
import { Notice } from '@/ui/notice';
import { SmallButton } from './small-button';
import { around } from './staff-words';

/** A loading skeleton. */
export function Loading() {
  return (
    <div role="status" aria-label={around.loading} className="breathe grid gap-3 py-4">
      <div className="h-10 w-2/5 rounded-full bg-sunk" />
      <div className="h-24 rounded-field bg-sunk" />
      <div className="h-24 rounded-field bg-sunk" />
      <div className="h-24 rounded-field bg-sunk" />
    </div>
  );
}

interface FailedProps {
  /** What failed to load, as the beginning of a sentence. */
  what: string;
  error: unknown;
  onRetry(): unknown;
}

/** A load error with its reason, if known, and a retry button. */
export function Failed({ what, error, onRetry }: FailedProps) {
  return (
    <Notice tone="danger" {...(isApiError(error) ? {} : { icon: 'offline' })} className="my-4">
      <p className="font-semibold">{around.notLoaded(what)}</p>
      <p className="text-body">{explain(error)}</p>
      <SmallButton variant="outline" className="mt-3" onClick={() => onRetry()}>
        {around.tryAgain}
      </SmallButton>
    </Notice>
  );
}

/** An empty list. */
export function Empty({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-field border border-dashed border-line px-6 py-12 text-center text-balance text-muted">
      {children}
    </p>
  );
}

/** The reason of a failed request, in user-facing text. */
export function explain(error: unknown): string {
  if (!isApiError(error)) {
    return navigator.onLine ? around.unreachable : around.offline;
  }
  const [field] = Object.values(error.fields);
  return field ?? error.humanMessage ?? around.ours;
}
