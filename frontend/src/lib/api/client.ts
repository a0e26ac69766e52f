/** The one door to the API: adds what every call carries, and turns every failure into an `ApiError`. */
import { pickedCountry } from '@/lib/country';
import { page } from '@/lib/page';
import { ApiError } from './error';
import type { Answer, PostPath, Sent } from './types';

const SIGNED_IN_ELSEWHERE = 'LOGGED_IN_ELSEWHERE';

async function send(request: Request): Promise<Response> {
  request.headers.set('X-Time-Zone', Intl.DateTimeFormat().resolvedOptions().timeZone);
  const country = pickedCountry();
  if (country) request.headers.set('X-Country', country);
  const response = await fetch(request);
  if (response.ok) return response;
  const body = await response.text();
  const error = new ApiError(
    response.status,
    body || response.statusText,
    response.headers.get('Retry-After'),
  );
  if (error.code === SIGNED_IN_ELSEWHERE) page.go('/?logged_out=elsewhere');
  throw error;
}

/** GETs JSON from a path of our own origin: the default loader behind every query. */
export async function getJson(path: string, signal?: AbortSignal): Promise<unknown> {
  const url = new URL(path, window.location.origin);
  const response = await send(
    new Request(url, { credentials: 'include', ...(signal ? { signal } : {}) }),
  );
  return response.json();
}

/** POSTs nothing but the wish itself, as for signing out. */
export async function postEmpty(path: string): Promise<void> {
  const url = new URL(path, window.location.origin);
  await send(new Request(url, { method: 'POST', credentials: 'include' }));
}

/** POSTs JSON; path, body and answer have the generated types. */
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
