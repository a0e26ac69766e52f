/** PUT, PATCH and DELETE requests with an id in the path, typed by the generated schema. */
import { send } from './client';
import type { paths } from './schema';
import type { Answer } from './types';

type Verb = 'post' | 'put' | 'patch' | 'delete';
type PathOf<V extends Verb> = {
  [P in keyof paths]: paths[P][V] extends { responses: unknown } ? P : never;
}[keyof paths];
type Body<P extends keyof paths, V extends Verb> = paths[P][V] extends {
  requestBody: { content: { 'application/json': infer Sent } };
}
  ? Sent
  : never;

interface What<Sent> {
  /** The value of the path's one parameter. */
  id?: string;
  body?: Sent;
}

/** Sends the request and returns the response body, if any. */
export async function change<V extends Verb, P extends PathOf<V>>(
  verb: V,
  path: P,
  { id = '', body }: What<Body<P, V>> = {},
): Promise<Answer<P, V>> {
  const response = await send(
    new Request(new URL(path.replace(/\{\w+\}/, encodeURIComponent(id)), window.location.origin), {
      method: verb.toUpperCase(),
      credentials: 'include',
      ...(body === undefined
        ? {}
        : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    }),
  );
  return response.status === 204 ? (undefined as Answer<P, V>) : response.json();
}
