/** Every state of a signed-in user's screens, with a mocked API. */
import type { Page } from '@playwright/test';
import { standingFixture, userFixture } from '@/testing/fixtures';
import { expect, markAsGuest } from './journey';

type Open = (page: Page) => Promise<unknown>;

const signedInUser = userFixture();
export const subscriber = {
  isPremium: true,
  subscriptionStatus: 'active',
  stripeCustomerId: 'cus_1',
};

export const standing = standingFixture({ status: 'active', renewsAt: '2026-12-21T12:00:00Z' });

const ownTestimonies = [
  {
    id: '0193b2a4-0000-7000-8000-000000000011',
    status: 'pending',
    redactedText:
      'When [name 1] lost her work in [place], we did not know how to pay the rent. I could not pray for weeks, and I was angry with everybody who told me that it would be fine.\n\n[name 2] from [church] came by every Thursday with soup and did not say much. She read a psalm and washed the dishes.\n\nI sleep again. I call people before it gets dark.',
    language: 'en',
    piiRiskLevel: 'medium',
    createdAt: '2026-11-18T12:00:00Z',
    moderatedAt: null,
    moderationNotes: null,
    prayers: 0,
  },
  {
    id: '0193b2a4-0000-7000-8000-000000000012',
    status: 'approved',
    redactedText: 'After the surgery I was afraid of every night. My sister sat with me.',
    language: 'en',
    piiRiskLevel: 'low',
    createdAt: '2026-10-02T12:00:00Z',
    moderatedAt: '2026-10-05T12:00:00Z',
    moderationNotes: null,
    prayers: 4,
  },
  {
    id: '0193b2a4-0000-7000-8000-000000000013',
    status: 'rejected',
    redactedText: 'I found a course at [link] and you should all buy it.',
    language: 'en',
    piiRiskLevel: 'low',
    createdAt: '2026-09-14T12:00:00Z',
    moderatedAt: '2026-09-15T12:00:00Z',
    moderationNotes: 'We publish no advertisements. Your own story without the course is welcome.',
    prayers: 0,
  },
  {
    id: '0193b2a4-0000-7000-8000-000000000014',
    status: 'escalated',
    redactedText: 'There were nights when I did not want to see the morning.',
    language: 'en',
    piiRiskLevel: 'low',
    createdAt: '2026-08-01T12:00:00Z',
    moderatedAt: null,
    moderationNotes: null,
    prayers: 0,
  },
  {
    id: '0193b2a4-0000-7000-8000-000000000015',
    status: 'pending',
    redactedText: null,
    language: 'en',
    piiRiskLevel: null,
    createdAt: '2026-11-20T12:00:00Z',
    moderatedAt: null,
    moderationNotes: null,
    prayers: 0,
  },
];

const receipt = {
  receiptId: '0193b2a4-7c11-7d02-9f3a-5b8f2c6de014',
  subscription: 'cancelling',
  storiesRemoved: 3,
  prayersRemoved: 0,
};

/** Mocks the response of one API path. */
export const answers = (page: Page, path: string, status: number, body: unknown) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );

const never = (page: Page, path: string) => page.route(`**${path}`, () => {});

/** Mocks a signed-in user. */
export const signedInAs = async (page: Page, change: object = {}) => {
  await answers(page, '/api/auth/user', 200, { ...signedInUser, ...change });
  await answers(page, '/api/push', 200, { key: null, devices: [] });
  await answers(page, '/api/user/letters', 200, {
    userId: signedInUser.id,
    chosenAt: null,
    premium: 'isPremium' in change,
    letters: [],
  });
  await answers(page, '/api/usage', 200, {
    count: 1,
    limit: 3,
    unlimited: 'isPremium' in change,
    resetsAt: '2099-01-01T00:00:00Z',
  });
};

const at = async (page: Page, path: string, title: string) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

const profile =
  (change: object = {}): Open =>
  async (page) => {
    await signedInAs(page, change);
    await at(page, '/profile', 'Profile');
  };

const testimonies =
  (status: number, body: unknown): Open =>
  async (page) => {
    await signedInAs(page);
    await answers(page, '/api/user/testimonies', status, body);
    await at(page, '/testimonies', 'My Testimonies');
  };

const asking: Open = async (page) => {
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
};

const LONG = 'Maximiliana-Wilhelmina Anastasia Konstantinopoulou-Featherstonehaugh von Hohenberg';

export const accountStates: Record<string, Open> = {
  'landing-pending-sign-in': async (page) => {
    await page.route('**/api/login/pending', (route) =>
      route.fulfill({ json: { address: 's•••@example.org', sendAgainAfter: 0 } }),
    );
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'I have a code' })).toBeVisible();
  },
  'testimony-draft-back': async (page) => {
    await markAsGuest(page);
    await page.goto('/testimony');
    await page.getByRole('checkbox', { name: 'Keep my draft on this device' }).check();
    await page
      .getByRole('textbox', { name: 'What happened?' })
      .fill('For a whole year I could not sleep, and nobody at home knew about it.');
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).length))
      .toBe(1);
    await page.reload();
    await expect(page.getByText('Your draft is back')).toBeVisible();
  },
  'home-signed-in': async (page) => {
    await signedInAs(page);
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'My Account' })).toBeVisible();
  },
  'home-blocked': async (page) => {
    await signedInAs(page, { blocked: true });
    await page.goto('/');
    await expect(page.getByText('Your account is blocked')).toBeVisible();
  },
  'home-past-due': async (page) => {
    await signedInAs(page, { ...subscriber, subscriptionStatus: 'past_due' });
    await page.goto('/');
    await expect(page.getByText('Your last payment did not go through')).toBeVisible();
  },
  'account-menu': async (page) => {
    await profile(subscriber)(page);
    await page.getByRole('button', { name: 'My Account' }).click();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  },
  'profile-free': profile(),
  'profile-subscriber': profile(subscriber),
  'profile-no-portal': profile({ ...subscriber, stripeCustomerId: null }),
  'profile-past-due': profile({ ...subscriber, subscriptionStatus: 'past_due' }),
  'profile-paused': profile({
    ...subscriber,
    subscriptionStatus: 'past_due',
    isPremium: false,
  }),
  'profile-given': profile({ isPremium: true, manualPremiumUntil: '2099-04-05T12:00:00Z' }),
  'profile-renews': async (page) => {
    await answers(page, '/api/subscription', 200, standing);
    await profile(subscriber)(page);
    await expect(page.getByText('December 21, 2026')).toBeVisible();
  },
  'profile-renews-yearly': async (page) => {
    await answers(page, '/api/subscription', 200, { ...standing, plan: 'yearly' });
    await profile(subscriber)(page);
    await expect(page.getByText(/and every year/)).toBeVisible();
  },
  'profile-paid-twice': async (page) => {
    await answers(page, '/api/subscription', 200, {
      ...standing,
      paidTwice: {
        state: 'refunded',
        amount: 2000,
        currency: 'usd',
        foundAt: '2026-11-20T12:00:00Z',
        endsAt: null,
      },
    });
    await profile(subscriber)(page);
    await expect(page.getByText('You had paid twice')).toBeVisible();
  },
  'premium-dialog': async (page) => {
    await answers(page, '/api/subscription', 200, standing);
    await profile(subscriber)(page);
    await page.getByRole('navigation').getByRole('button', { name: 'Premium' }).click();
    await expect(page.getByRole('dialog', { name: 'Your Premium' })).toBeVisible();
  },
  'profile-cancelled': async (page) => {
    await answers(page, '/api/subscription', 200, { ...standing, cancelsAt: standing.renewsAt });
    await profile(subscriber)(page);
    await expect(page.getByText('Canceled.')).toBeVisible();
  },
  'profile-cancel-asks': async (page) => {
    await answers(page, '/api/subscription', 200, standing);
    await profile(subscriber)(page);
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'profile-blocked': profile({ blocked: true }),
  'profile-nothing-set': profile({ firstName: null, lastName: null, email: null }),
  'profile-long-name': profile({
    firstName: LONG,
    lastName: 'Fernández-de-la-Reguera-y-Montenegro-Villavicencio',
    email: `${'a'.repeat(64)}@${'long-domain-name.'.repeat(6)}example.org`,
  }),
  'profile-right-to-left': profile({ firstName: 'مريم عبد الرحمن', lastName: 'الخوري' }),
  'profile-name': async (page) => {
    await profile()(page);
    await page.getByRole('button', { name: 'Edit name' }).click();
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
  },
  'profile-name-saving': async (page) => {
    await never(page, '/api/user/profile');
    await profile()(page);
    await page.getByRole('button', { name: 'Edit name' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  },
  'profile-name-offline': async (page) => {
    await page.route('**/api/user/profile', (route) => route.abort());
    await profile()(page);
    await page.getByRole('button', { name: 'Edit name' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Your name was not saved')).toBeVisible();
  },
  'profile-name-too-long': async (page) => {
    await profile()(page);
    await page.getByRole('button', { name: 'Edit name' }).click();
    await page.getByRole('textbox', { name: 'Last name' }).fill(LONG.repeat(2));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Please shorten this to 100 characters.')).toBeVisible();
  },
  'profile-no-history': async (page) => {
    await profile()(page);
    await page.getByRole('button', { name: 'Billing history' }).click();
    await expect(page.getByText('No Billing History').first()).toBeVisible();
  },
  'profile-offline': async (page) => {
    await page.route('**/api/auth/user', (route) => route.abort());
    await page.goto('/profile');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
  'delete-asks': async (page) => {
    await profile(subscriber)(page);
    await asking(page);
  },
  'delete-failed': async (page) => {
    await profile()(page);
    await answers(page, '/api/user/account', 503, { message: 'Please try again in a minute.' });
    await asking(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
    await expect(page.getByRole('alertdialog').getByRole('alert')).toBeVisible();
  },
  goodbye: async (page) => {
    await profile(subscriber)(page);
    await answers(page, '/api/user/account', 200, receipt);
    await asking(page);
    await answers(page, '/api/auth/user', 401, { code: 'SIGN_IN_REQUIRED' });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
    await expect(page.getByText(receipt.receiptId)).toBeVisible();
  },
  'logout-failed': async (page) => {
    await profile()(page);
    await answers(page, '/api/logout', 500, '{}');
    await page.getByRole('button', { name: 'My Account' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByText('You are still signed in on this device.')).toBeVisible();
  },
  'logout-offline': async (page) => {
    await profile()(page);
    for (const path of ['/api/logout', '/api/auth/user'])
      await page.route(`**${path}`, (route) => route.abort());
    await page.getByRole('button', { name: 'My Account' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByText('This device may still be signed in.')).toBeVisible();
  },
  testimonies: testimonies(200, ownTestimonies),
  'testimonies-open': async (page) => {
    await testimonies(200, ownTestimonies.slice(0, 1))(page);
    await page.getByRole('button', { name: 'Read all' }).click();
    await page.getByText(/What was removed/).click();
    await expect(page.getByText('2 names')).toBeVisible();
  },
  'testimonies-right-to-left': testimonies(200, [
    {
      ...ownTestimonies[1],
      redactedText: 'بعد العملية كنت خائفة كل ليلة. جلست أختي [name] معي حتى الصباح.',
    },
  ]),
  'testimonies-empty': testimonies(200, []),
  'testimonies-failed': testimonies(503, { message: 'Please try again in a minute.' }),
  'testimonies-loading': async (page) => {
    await signedInAs(page);
    await never(page, '/api/user/testimonies');
    await at(page, '/testimonies', 'My Testimonies');
  },
  'withdraw-asks': async (page) => {
    await testimonies(200, ownTestimonies.slice(1, 2))(page);
    await page.getByRole('button', { name: /^Withdraw/ }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  withdrawn: async (page) => {
    await testimonies(200, ownTestimonies.slice(1, 2))(page);
    await answers(page, '/api/user/testimonies/*', 204, '');
    await page.getByRole('button', { name: /^Withdraw/ }).click();
    await page.getByRole('button', { name: 'Withdraw story' }).click();
    await expect(page.getByText('No Testimonies Yet')).toBeVisible();
  },
};
