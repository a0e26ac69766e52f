/** Invented users and testimonies, for tests and screenshots. */
import type { Account, StaffTestimony, StaffUser } from '@/features/admin/types';
import type { Subscription } from '@/features/subscription/queries';

export const fixtureId = (number: number) =>
  `0193b2a4-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const testimonyFixture = (
  number: number,
  change: Partial<StaffTestimony> = {},
): StaffTestimony => ({
  id: fixtureId(number),
  status: 'pending',
  isPrepared: true,
  redactedText: `Story ${number}. [name 1] sat with me in [place].`,
  language: 'en',
  previousText: null,
  piiRiskLevel: 'low',
  createdAt: '2026-11-20T12:00:00Z',
  moderatedAt: null,
  moderationNotes: null,
  internalNote: null,
  leftReadable: [],
  nearlyHidden: [],
  otherLanguage: false,
  crisisSeverity: 0,
  dangerMarks: [],
  crisisCategory: null,
  topics: ['grief'],
  reports: 0,
  reportedAt: null,
  keptAt: null,
  isHidden: false,
  version: 0,
  cursor: `0.0.${number}`,
  ...change,
});

export const userFixture = (change: Partial<StaffUser> = {}): StaffUser => ({
  id: fixtureId(21),
  firstName: 'Miriam',
  lastName: 'Cole',
  email: 'miriam@example.org',
  profileImageUrl: null,
  isPremium: false,
  subscriptionStatus: null,
  stripeCustomerId: null,
  blocked: false,
  manualPremiumUntil: null,
  createdAt: '2026-03-02T12:00:00Z',
  ...change,
});

/** An account with nothing in it. */
export const accountFixture = (change: Partial<Account> = {}): Account => ({
  user: userFixture(),
  giftUntil: null,
  stories: { pending: 0, approved: 0, rejected: 0, escalated: 0 },
  prayers: { shared: 0, prayed: 0 },
  subscriptions: [],
  unclaimed: [],
  signIns: [],
  audit: [],
  ...change,
});

/** How somebody without a subscription stands, where payments are set up and years are not sold. */
export const standingFixture = (change: Partial<Subscription> = {}): Subscription => ({
  available: true,
  standIn: false,
  publishableKey: 'pk_test_1',
  isPremium: false,
  status: null,
  renewsAt: null,
  cancelsAt: null,
  graceUntil: null,
  waitsFor: null,
  paidTwice: null,
  plan: null,
  yearlyPrice: null,
  giftUntil: null,
  giftDays: 0,
  isOffered: false,
  ...change,
});
