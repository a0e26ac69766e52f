/** The HTTP client of the API: adds common headers and turns every failure into an `ApiError`. */
import { pickedCountry } from '@/lib/country';
import { page } from '@/lib/page';
import { ownTask } from '@/lib/tasks';
import { timeZone } from '@/lib/time-zone';
import { ApiError } from './error';
import type { Answer, PostPath, Sent } from './types';

const SIGNED_IN_ELSEWHERE = 'LOGGED_IN_ELSEWHERE';
const PROOF = 'X-Proof-Of-Work';

/** Sends a request with the common headers. */
export async function send(request: Request, tries = 2): Promise<Response> {
  // Requests made during rendering must not delay it.
  await ownTask();
  request.headers.set('X-Time-Zone', timeZone());
  const country = pickedCountry();
  if (country) request.headers.set('X-Country', country);
  const again = request.clone();
  const response = await fetch(request);
  if (response.ok) return response;
  const body = await response.text();
  const error = new ApiError(
    response.status,
    body || response.statusText,
    response.headers.get('Retry-After'),
  );
  if (error.code === SIGNED_IN_ELSEWHERE) page.go('/?logged_out=elsewhere');
  // A phone may have changed its network meanwhile: then there is another challenge.
  if (error.work && tries > 0) {
    const work = await import('@/lib/proof-of-work').catch(() => null);
    if (work) {
      again.headers.set(PROOF, await work.solve(error.work));
      return send(again, tries - 1);
    }
  }
  throw error;
}

/** A request without a body to a path of our origin. */
export function call(method: string, path: string, signal?: AbortSignal): Promise<Response> {
  const url = new URL(path, window.location.origin);
  return send(new Request(url, { method, credentials: 'include', ...(signal ? { signal } : {}) }));
}

/** GETs JSON: the default `queryFn`. */
export const getJson = async (path: string, signal?: AbortSignal): Promise<unknown> =>
  (await call('GET', path, signal)).json();

/** POSTs JSON; path, body and response have the generated types. */
export async function postJson<P extends PostPath>(
  path: P,
  body: Sent<P>,
  headers: Record<string, string> = {},
): Promise<Answer<P, 'post'>> {
  const response = await send(
    new Request(new URL(path, window.location.origin), {
      method: 'POST',
      credentials: 'include',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  return response.json();
}
