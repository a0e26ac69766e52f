/** Invented subscriptions and weeks, for tests and screenshots of the staff pages. */
import type { Overview, StaffSubscription } from '@/features/admin/types';
import { fixtureId } from './fixtures';

export const subscriptionFixture = (
  change: Partial<StaffSubscription> = {},
): StaffSubscription => ({
  id: fixtureId(41),
  stripeId: 'sub_41',
  customerStripeId: 'cus_41',
  email: 'miriam@example.org',
  status: 'active',
  plan: 'monthly',
  createdAt: '2026-10-20T12:00:00Z',
  periodEnd: '2026-12-20T12:00:00Z',
  isClaimed: true,
  isEnding: false,
  isKeptAfterRefund: false,
  endsAt: null,
  unpaidSince: null,
  comparedAt: '2026-11-20T12:00:00Z',
  ...change,
});

/** Twelve Mondays, the latest first. */
const weeks = Array.from({ length: 12 }, (_, ago) =>
  new Date(Date.UTC(2026, 10, 16 - 7 * ago)).toISOString().slice(0, 10),
);
const by = (count: (ago: number) => number | null) => weeks.map((_, ago) => count(ago));

export const overviewFixture = (change: Partial<Overview> = {}): Overview => ({
  weeks,
  carried: [
    {
      kind: 'situation',
      id: 'parent-died',
      name: 'My parent died',
      counts: by((ago) => (ago === 1 ? null : 41 - ago)),
    },
    { kind: 'situation', id: 'old', name: null, counts: by((ago) => (ago === 0 ? 6 : null)) },
    { kind: 'topic', id: 'anxiety', name: 'Anxiety', counts: by((ago) => 120 - 4 * ago) },
  ],
  events: {
    crisis: by((ago) => (ago === 0 ? null : 5 + ago)),
    possibleDanger: by((ago) => 9 + (ago % 3)),
    near: by((ago) => 60 - ago),
    notQuite: by((ago) => (ago < 6 ? 12 : null)),
  },
  reviews: weeks.map((_, ago) => ({
    decided: ago === 2 ? 3 : 20 + ago,
    medianHours: ago === 2 ? null : 3.4 + ago / 10,
    ninetiethHours: ago === 2 ? null : 70 - ago,
  })),
  now: {
    storiesPending: 12,
    storiesEscalated: 2,
    storiesReported: 0,
    oldestStory: '2026-11-20T12:00:00Z',
    prayersShared: 31,
    prayersWaiting: 4,
    documentsUnderway: 1,
    documentsCompleted: 18,
    documentsFailed: 0,
    jobsWaiting: 3,
    jobsRunning: 1,
    jobsDead: 0,
  },
  ...change,
});
