import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, postJson } from '@/lib/api/client';
import type { OwnTestimony, PreviewRequest, ReviewTime, Testimony } from '@/lib/api/types';

/** Hands a story in. The key makes a repeated attempt the same story on the server. */
export const submitTestimony = (testimony: Testimony, idempotencyKey: string) =>
  postJson('/api/testimonies', testimony, { 'Idempotency-Key': idempotencyKey });

/** How long a decision usually takes, in hours, as measured; null while nobody can tell. */
export const reviewTimeQuery = queryOptions<ReviewTime>({
  queryKey: ['api', 'testimonies', 'review-time'],
});

/** Asks what would be hidden of a story. Nothing of it is kept. */
export const previewTestimony = (draft: PreviewRequest) =>
  postJson('/api/testimonies/preview', draft);

/** The stories of the signed-in person. Staff change them at any time, so each visit asks again. */
export const ownTestimoniesQuery = queryOptions<OwnTestimony[]>({
  queryKey: ['api', 'user', 'testimonies'],
  refetchOnMount: 'always',
});

/** Takes a story back: it is deleted, and shown to nobody any more. */
export async function withdrawTestimony(client: QueryClient, id: string): Promise<void> {
  await call('DELETE', `/api/user/testimonies/${encodeURIComponent(id)}`);
  client.setQueryData(ownTestimoniesQuery.queryKey, (stories) =>
    stories?.filter((story) => story.id !== id),
  );
}
