import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, postJson } from '@/lib/api/client';
import type { OwnTestimony, PreviewRequest, ReviewTime, Testimony } from '@/lib/api/types';

/** Submits a testimony. With the same idempotency key a retry creates no second one. */
export const submitTestimony = (testimony: Testimony, idempotencyKey: string) =>
  postJson('/api/testimonies', testimony, { 'Idempotency-Key': idempotencyKey });

/** The measured time to a decision, in hours; null without data. */
export const reviewTimeQuery = queryOptions<ReviewTime>({
  queryKey: ['api', 'testimonies', 'review-time'],
});

/** Previews the redaction of a testimony. The server stores nothing. */
export const previewTestimony = (draft: PreviewRequest) =>
  postJson('/api/testimonies/preview', draft);

/** The user's own testimonies, refetched on each visit because staff may have decided. */
export const ownTestimoniesQuery = queryOptions<OwnTestimony[]>({
  queryKey: ['api', 'user', 'testimonies'],
  refetchOnMount: 'always',
});

/** Withdraws a testimony: the server deletes it. */
export async function withdrawTestimony(client: QueryClient, id: string): Promise<void> {
  await call('DELETE', `/api/user/testimonies/${encodeURIComponent(id)}`);
  client.setQueryData(ownTestimoniesQuery.queryKey, (testimonies) =>
    testimonies?.filter((testimony) => testimony.id !== id),
  );
}
