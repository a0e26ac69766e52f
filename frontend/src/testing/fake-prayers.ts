import type { Prayer } from '@/lib/api/types';
import { answer } from './fake-api';

/** A prayer that nobody has shared or answered yet. */
export const prayer: Prayer = {
  id: 'p1',
  text: 'For my brother’s operation on Tuesday.',
  createdAt: '2026-11-03T12:00:00Z',
  shared: false,
  prayedAt: null,
  answeredAt: null,
  answerNote: null,
};

/** What is answered to a prayer that is kept, or changed. */
export const kept = (change: Partial<Prayer> = {}) => ({
  crisis: false,
  resources: null,
  prayer: { ...prayer, ...change },
});

/** Lists prayers that differ from the one above in this way. */
export const listed = (prayers: Partial<Prayer>[], premium: boolean) => () =>
  answer(200, { prayers: prayers.map((change) => ({ ...prayer, ...change })), premium });
