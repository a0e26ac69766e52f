/** Every state of the staff pages, with a mocked API. */
import type { Page } from '@playwright/test';
import { fixtureId as id, testimonyFixture, userFixture } from '@/testing/fixtures';
import { answers } from './account-states';
import { expect } from './journey';

type Open = (page: Page) => Promise<unknown>;

const SOUP =
  'When [name 1] lost her work in [place], we did not know how to pay the rent.\n\nPeople from [church] came by every Thursday with soup and did not say much.\n\nI sleep again. I call people before it gets dark.';

const testimony = (number: number, change: Parameters<typeof testimonyFixture>[1] = {}) =>
  testimonyFixture(number, { redactedText: SOUP, topics: ['finances', 'anxiety'], ...change });

const testimonies = [
  testimony(1, {
    piiRiskLevel: 'high',
    nearlyHidden: [{ start: SOUP.indexOf('Thursday'), end: SOUP.indexOf(' with soup') }],
  }),
  testimony(2),
  testimony(3, { isPrepared: false, redactedText: null, piiRiskLevel: null, topics: [] }),
  testimony(4, { redactedText: 'بعد العملية كنت خائفة كل ليلة. جلست أختي [name] معي حتى الصباح.' }),
];

const actor = { kind: 'admin', id: id(91), name: 'Ruth', role: 'owner' };
const timeline = [
  {
    at: '2026-11-20T12:00:00Z',
    actor: { kind: 'guest', id: null, name: null, role: null },
    action: 'story.submitted',
    details: {},
    reason: null,
  },
];

const user = (number: number, change: Parameters<typeof userFixture>[0] = {}) =>
  userFixture({ id: id(number), ...change });

const users = [
  user(21),
  user(22, { firstName: 'Jonas', isPremium: true, manualPremiumUntil: '2099-04-05T12:00:00Z' }),
  user(23, { firstName: 'مريم عبد الرحمن', lastName: 'الخوري', blocked: true }),
  user(24, {
    firstName: 'Maximiliana-Wilhelmina Anastasia',
    lastName: 'Konstantinopoulou-Featherstonehaugh von Hohenberg',
    email: `${'a'.repeat(60)}@${'long-domain-name.'.repeat(4)}example.org`,
  }),
];

const jobs = {
  kinds: [
    { kind: 'prepare_testimony', state: 'waiting', count: 12, oldestSince: '2026-11-20T12:00:00Z' },
    { kind: 'prepare_testimony', state: 'dead', count: 1, oldestSince: '2026-11-20T12:00:00Z' },
  ],
  dead: [
    {
      id: id(31),
      kind: 'prepare_testimony',
      reason: 'The worker died each time it did this.',
      createdAt: '2026-11-20T12:00:00Z',
      diedAt: '2026-11-20T12:05:00Z',
      failures: 0,
      deaths: 3,
    },
  ],
  localQueues: [
    {
      worker: id(32),
      lane: 'urgent',
      slots: 16,
      running: 16,
      ahead: 40,
      unrecorded: 2,
      oldestSince: '2026-11-20T12:00:00Z',
      seenAt: '2026-11-20T12:00:05Z',
      isSilent: false,
    },
  ],
};

const audit = {
  lines: [2, 1].map((position) => ({
    position,
    at: '2026-11-20T13:00:00Z',
    actor,
    action: 'story.approved',
    subject: { kind: 'story', id: id(position) },
    details: { from: 'pending', to: 'approved' },
  })),
  next: null,
};

/** Mocks an API with these testimonies, users and audit entries. */
async function staffed(page: Page, listed: readonly object[] = testimonies, role = 'owner') {
  await page.route('**/api/admin/testimonies?**', (route) => route.fulfill({ json: listed }));
  await answers(page, '/api/admin/testimonies/counts', 200, {
    pending: listed.length,
    approved: 311,
    rejected: 17,
    escalated: 2,
    reported: 3,
    oldestPending: '2026-11-20T12:00:00Z',
    oldestEscalated: '2026-11-24T12:00:00Z',
    oldestReported: '2026-11-25T12:00:00Z',
    waitingLong: 1,
  });
  await page.route('**/api/admin/testimonies/changes', (route) =>
    route.fulfill({
      json: { at: '2026-11-26T12:00:00Z', arrived: [id(5), id(6), id(7)], left: [], gone: [] },
    }),
  );
  await answers(page, '/api/admin/testimonies/spam', 200, {
    groups: [{ ids: [id(2)], hasLinks: true, hasOffers: true, isRepeated: false }],
  });
  await page.route('**/api/admin/testimonies/*/reading', (route) =>
    route.fulfill({ json: { others: ['Daniel'] } }),
  );
  for (const one of testimonies) {
    await answers(page, `/api/admin/testimonies/${one.id}`, 200, {
      story: one,
      timeline,
      flood: [],
    });
  }
  await page.route('**/api/admin/users?**', (route) =>
    route.fulfill({ json: { users, total: 57 } }),
  );
  await answers(page, '/api/admin/jobs', 200, jobs);
  await answers(page, '/api/admin/session', 200, { displayName: 'Ruth', role });
  await answers(page, '/api/admin/audit/people', 200, [{ name: 'Ruth', role: null }]);
  await page.route('**/api/admin/audit?**', (route) => route.fulfill({ json: audit }));
}

const tab =
  (name: string, seen: string): Open =>
  async (page) => {
    await staffed(page);
    await page.goto(`/admin?tab=${name}`);
    await expect(page.getByText(seen).first()).toBeVisible();
  };

const gate: Open = async (page) => {
  await page.goto('/admin');
  await expect(page.getByLabel('Password')).toBeVisible();
};

export const adminStates: Record<string, Open> = {
  'admin-gate': gate,
  'admin-gate-wrong': async (page) => {
    await gate(page);
    await answers(page, '/api/admin/login', 401, {
      code: 'INVALID_PASSWORD',
      message: 'Invalid password. Please try again.',
    });
    await page.getByLabel('Your name').fill('Ruth');
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Invalid password. Please try again.')).toBeVisible();
  },
  'admin-testimonies': tab('testimonies', 'Being prepared'),
  'admin-testimony': async (page) => {
    await tab('testimonies', 'Being prepared')(page);
    await page.getByRole('button', { name: /00000001/ }).click();
    await expect(page.getByRole('heading', { name: /Story …00000001/ })).toBeVisible();
  },
  'admin-testimony-spam': async (page) => {
    await tab('testimonies', 'Being prepared')(page);
    await page.getByRole('button', { name: /00000002/ }).click();
    await expect(page.getByText('This may be spam')).toBeVisible();
    await page.getByRole('button', { name: /^Reject as spam/ }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'admin-testimony-original': async (page) => {
    await tab('testimonies', 'Being prepared')(page);
    await answers(page, `/api/admin/testimonies/${id(1)}/reveal`, 200, {
      whatHappened: 'Ellen fell ill.',
      whatHelped: 'Soup.',
      whatChanged: 'I sleep again.',
    });
    await page.getByRole('button', { name: /00000001/ }).click();
    await page.getByRole('button', { name: 'Reveal original' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reveal original' }).click();
    await expect(page.getByRole('button', { name: 'Show the words' })).toBeVisible();
  },
  'admin-testimonies-empty': async (page) => {
    await staffed(page, []);
    await page.goto('/admin');
    await expect(page.getByRole('tab', { name: 'Testimonies' })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  },
  'admin-users': tab('users', 'miriam@example.org'),
  'admin-jobs': tab('jobs', 'The worker died each time it did this.'),
  'admin-audit': tab('audit', 'Pending → Approved'),
  'admin-reader': async (page) => {
    await staffed(page, testimonies, 'reader');
    await page.goto(`/admin?story=${id(1)}`);
    await expect(page.getByText('You are signed in as a reader').first()).toBeVisible();
  },
  'admin-reader-refused': async (page) => {
    await staffed(page, testimonies, 'reader');
    await page.goto('/admin?tab=money');
    await expect(page.getByText('This page is for moderators and owners.')).toBeVisible();
  },
};
