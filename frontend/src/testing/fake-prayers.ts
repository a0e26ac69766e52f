import type { Prayer } from '@/lib/api/types';
import { answer } from './fake-api';

/** A prayer that is neither shared nor answered. */
export const prayer: Prayer = {
  id: 'p1',
  text: 'For my brother’s operation on Tuesday.',
  createdAt: '2026-11-03T12:00:00Z',
  shared: false,
  prayedAt: null,
  answeredAt: null,
  answerNote: null,
};

/** The response to a created or changed prayer. */
export const kept = (change: Partial<Prayer> = {}) => ({
  crisis: false,
  resources: null,
  prayer: { ...prayer, ...change },
});

/** Mocks a list of prayers, each the one above with these changes. */
export const listed = (prayers: Partial<Prayer>[], premium: boolean) => () =>
  answer(200, { prayers: prayers.map((change) => ({ ...prayer, ...change })), premium });
