import { postJson } from '@/lib/api/client';
import type { Testimony } from '@/lib/api/types';

/** Hands a story in. The key makes a repeated attempt the same story on the server. */
export const submitTestimony = (testimony: Testimony, idempotencyKey: string) =>
  postJson('/api/testimonies', testimony, { 'Idempotency-Key': idempotencyKey });
