import { currentWords } from '@/lib/language';
import { refusals } from '@/lib/refusals';
import type { CrisisResources } from './types';

interface ErrorBody {
  code?: string;
  message?: string;
  error?: string;
  fields?: Record<string, string>;
  crisis?: boolean;
  resources?: CrisisResources;
  moved?: Moved;
  work?: string;
}

/** The state of a testimony that another staff member changed first. */
interface Moved {
  status: string;
  by?: string | null;
  at?: string | null;
}

/**
 * A response outside 2xx. Its message is `status: body`, as specified; screens show `humanMessage` and `fields`, which are
 * in the visitor's language.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string | null;
  readonly humanMessage: string | null;
  readonly fields: Readonly<Record<string, string>>;
  /** Whether the text that was sent needs crisis help, even though the request failed. */
  readonly crisis: boolean;
  readonly resources: CrisisResources | null;
  /** Who was first when two staff members decided on one testimony. */
  readonly moved: Moved | null;
  /** A challenge: with its proof the same request passes. */
  readonly work: string | null;
  /** Seconds to wait before retrying, from `Retry-After`. */
  readonly retryAfter: number | null;

  constructor(
    readonly status: number,
    bodyText: string,
    retryAfter: string | null = null,
  ) {
    super(`${status}: ${bodyText}`);
    const body = parse(bodyText);
    this.code = body.code ?? null;
    const { message, problem } = currentWords(refusals);
    const text = body.error ?? body.message;
    this.humanMessage = text ? message(body.code ?? '', text) : null;
    this.fields = Object.fromEntries(
      Object.entries(body.fields ?? {}).map(([name, words]) => [name, problem(words)]),
    );
    this.crisis = body.crisis === true;
    this.resources = body.resources ?? null;
    this.moved = body.moved ?? null;
    this.work = body.work ?? null;
    const seconds = Number(retryAfter);
    this.retryAfter = retryAfter !== null && Number.isFinite(seconds) ? seconds : null;
  }
}

function parse(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;
