/** Every state of a user's account and of the overview on the staff pages, with a mocked API. */
import type { Page } from '@playwright/test';
import { accountFixture, fixtureId, userFixture } from '@/testing/fixtures';
import { overviewFixture, subscriptionFixture } from '@/testing/staff-fixtures';
import { answers } from './account-states';
import { expect } from './journey';

type Open = (page: Page) => Promise<unknown>;

const user = userFixture({ isPremium: true, subscriptionStatus: 'active' });
const account = accountFixture({
  user,
  giftUntil: '2099-03-04T12:00:00Z',
  stories: { pending: 1, approved: 3, rejected: 0, escalated: 1 },
  prayers: { shared: 2, prayed: 1 },
  subscriptions: [subscriptionFixture()],
  unclaimed: [
    subscriptionFixture({ id: fixtureId(42), stripeId: `sub_${'x'.repeat(24)}`, isClaimed: false }),
  ],
  signIns: [
    { at: '2026-11-20T12:00:00Z', isOpen: true },
    { at: '2026-11-02T12:00:00Z', isOpen: false },
  ],
  audit: [
    {
      position: 7,
      at: '2026-11-20T13:00:00Z',
      actor: { kind: 'admin', id: fixtureId(9), name: 'Ruth', role: 'owner' },
      action: 'user.premium_granted',
      subject: { kind: 'user', id: user.id },
      details: {},
    },
  ],
});
const path = `/api/admin/users/${user.id}`;
const please = { message: 'Please try again in a moment.' };

const opened =
  (status: number, body: unknown): Open =>
  async (page) => {
    await answers(page, '/api/admin/session', 200, { displayName: 'Ruth', role: 'owner' });
    await answers(page, '/api/admin/testimonies?*', 200, []);
    await answers(page, '/api/admin/users?*', 200, { users: [user], total: 1 });
    await answers(page, path, status, body);
    await answers(page, `${path}/stories`, 200, [
      {
        id: fixtureId(1),
        status: 'approved',
        opening: 'When [name 1] lost her work in [place], we did not know how to pay the rent.',
        createdAt: '2026-11-20T12:00:00Z',
      },
      { id: fixtureId(2), status: 'pending', opening: null, createdAt: '2026-11-21T12:00:00Z' },
    ]);
    await page.goto(`/admin?tab=users&user=${user.id}`);
    await expect(page.getByRole('article')).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  };

const overview =
  (status: number, body: unknown): Open =>
  async (page) => {
    await answers(page, '/api/admin/session', 200, { displayName: 'Ruth', role: 'owner' });
    await answers(page, '/api/admin/testimonies?*', 200, []);
    await answers(page, '/api/admin/overview?*', status, body);
    await page.goto('/admin?tab=overview');
    await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  };

const none = Array<null>(12).fill(null);

export const overviewStates: Record<string, Open> = {
  'staff-account': async (page) => {
    await opened(200, account)(page);
    await page.getByRole('button', { name: 'Show which' }).click();
    await expect(page.getByRole('list', { name: 'Their stories' })).toBeVisible();
  },
  'staff-account-empty': opened(200, accountFixture()),
  'staff-account-gone': async (page) => {
    await opened(404, { message: 'This does not exist.' })(page);
    await expect(page.getByText('This account is gone.')).toBeVisible();
  },
  'staff-account-failed': async (page) => {
    await opened(503, please)(page);
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'staff-overview': async (page) => {
    await overview(200, overviewFixture())(page);
    await expect(page.getByRole('heading', { name: 'What people carry' })).toBeVisible();
  },
  'staff-overview-empty': async (page) => {
    await overview(
      200,
      overviewFixture({
        carried: [],
        events: { crisis: none, possibleDanger: none, near: none, notQuite: none },
      }),
    )(page);
    await expect(page.getByText('No number has reached five')).toBeVisible();
  },
  'staff-overview-failed': async (page) => {
    await overview(503, please)(page);
    await expect(page.getByRole('alert')).toBeVisible();
  },
};
