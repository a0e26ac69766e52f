/** Every state of the screen with what is somebody's own, and of a subscriber's home. */
import type { Page } from '@playwright/test';
import { answers, signedInAs } from './account-states';
import { expect } from './journey';
import { list } from './premium-states';

type Open = (page: Page) => Promise<unknown>;

const premium = { isPremium: true, subscriptionStatus: 'active', stripeCustomerId: 'cus_1' };

const letter = (title: string, reference: string) => ({
  topic: {
    id: 'anxiety',
    title,
    content: `${title}.`,
    scripture: { reference, text: 'In peace I will lay myself down.', translation: 'WEB' },
  },
  related: [],
  testimonies: [],
  sources: [],
  offline: false,
});

const onDevice = {
  'stillwater:was-signed-in': 1,
  'stillwater:letters': [
    {
      id: 'b',
      keptAt: '2026-11-20T12:00:00Z',
      letter: letter('When your thoughts will not rest', 'Psalm 4:8'),
    },
    {
      id: 'a',
      keptAt: null,
      letter: letter('When the house is too quiet since she died', 'Psalm 34:18'),
    },
  ],
  'stillwater:reading': {
    book: '0193b2a4-0000-7000-8000-0000000000b2',
    title: 'The Quiet Hour: Morning and Evening Readings for People Who Are Tired',
    page: 42,
    session: '1',
  },
};

const story = {
  id: '0193b2a4-0000-7000-8000-000000000012',
  status: 'approved',
  redactedText: 'After the surgery I was afraid of every night. My sister sat with me.',
  language: 'en',
  piiRiskLevel: 'low',
  createdAt: '2026-10-02T12:00:00Z',
  moderatedAt: '2026-10-05T12:00:00Z',
  moderationNotes: null,
};

const keeps = (page: Page) =>
  page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept))
      localStorage.setItem(key, JSON.stringify(value));
  }, onDevice);

const mine =
  (prayers: readonly object[], stories: readonly object[], user: object = premium): Open =>
  async (page) => {
    await signedInAs(page, user);
    await answers(page, '/api/prayers', 200, { prayers, premium: user === premium });
    await answers(page, '/api/user/testimonies', 200, stories);
    await page.goto('/mine');
    await expect(page.getByRole('heading', { name: 'Stories', exact: true })).toBeVisible();
  };

/** The account keeps letters, as one that has or had Premium. */
const withAccount =
  (isPremium: boolean): Open =>
  async (page) => {
    await keeps(page);
    const user = isPremium ? premium : {};
    await signedInAs(page, user);
    await page.route('**/api/user/letters/*', (route) => route.fulfill({ status: 204 }));
    await answers(page, '/api/user/letters', 200, {
      userId: '0193b2a4-0000-7000-8000-000000000021',
      chosenAt: '2026-11-01T08:00:00Z',
      premium: isPremium,
      letters: [],
    });
    await answers(page, '/api/prayers', 200, { prayers: [], premium: isPremium });
    await answers(page, '/api/user/testimonies', 200, []);
    await page.goto('/mine');
    await expect(page.getByRole('checkbox', { name: /^Also keep them/ })).toBeChecked();
    const said = isPremium ? 'Your account has them, too' : 'Your Premium has ended';
    await expect(page.getByText(said)).toBeVisible();
  };

const ENDPOINT = 'https://push.example/browser';
const device = { endpoint: ENDPOINT, stories: true, prayers: true, psalm: true };

/** A browser that can show notices, or why it cannot; the browser of the tests has no push service. */
const notices =
  (permission: string | null, devices: readonly object[]): Open =>
  async (page) => {
    await page.addInitScript(
      ([answer, endpoint]) => {
        const replace = (on: object, name: string, value: unknown) =>
          Object.defineProperty(on, name, { configurable: true, value });
        if (answer === null) {
          replace(navigator, 'userAgent', 'Mozilla/5.0 (iPhone)');
          for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
          return;
        }
        const subscription = answer === 'granted' ? { endpoint } : null;
        const pushManager = { getSubscription: async () => subscription };
        replace(window, 'PushManager', class {});
        replace(window, 'Notification', { permission: answer });
        const registration = { active: null, pushManager };
        replace(navigator, 'serviceWorker', {
          ready: Promise.resolve(registration),
          getRegistration: async () => registration,
        });
      },
      [permission, ENDPOINT] as const,
    );
    await keeps(page);
    await signedInAs(page, premium);
    await answers(page, '/api/push', 200, { key: `B${'A'.repeat(86)}`, devices });
    await answers(page, '/api/prayers', 200, { prayers: list, premium: true });
    await answers(page, '/api/user/testimonies', 200, [story]);
    await page.goto('/mine');
    const section = page.getByRole('region', { name: 'Quiet notices on this device' });
    await expect(section).toBeVisible();
    await section.scrollIntoViewIfNeeded();
  };

export const mineStates: Record<string, Open> = {
  'mine-notices-off': notices('default', []),
  'mine-notices-on': notices('granted', [device]),
  'mine-notices-blocked': notices('denied', []),
  'mine-notices-install': notices(null, []),
  mine: async (page) => {
    await keeps(page);
    await mine(list, [story])(page);
  },
  'mine-empty': mine([], []),
  'mine-free': mine([], [], {}),
  'mine-removed': async (page) => {
    await keeps(page);
    await mine(list, [story])(page);
    await page.getByRole('button', { name: /^Remove: When your/ }).click();
    await expect(page.getByRole('button', { name: 'Put it back' })).toBeFocused();
  },
  'mine-letters-on': withAccount(true),
  'mine-letters-ended': withAccount(false),
  'mine-letters-failed': async (page) => {
    await keeps(page);
    await signedInAs(page, premium);
    await answers(page, '/api/user/letters', 503, { message: 'Please try again in a moment.' });
    await answers(page, '/api/prayers', 200, { prayers: [], premium: true });
    await answers(page, '/api/user/testimonies', 200, []);
    await page.goto('/mine');
    await expect(page.getByRole('alert')).toContainText('The letters on this device are safe');
  },
  'mine-loading': async (page) => {
    await keeps(page);
    await signedInAs(page, premium);
    await page.route('**/api/prayers', () => {});
    await page.goto('/mine');
    await expect(page.getByRole('status', { name: /^Loading your prayers/ })).toBeVisible();
  },
  'mine-failed': async (page) => {
    await signedInAs(page, premium);
    await answers(page, '/api/prayers', 503, { message: 'Please try again in a moment.' });
    await answers(page, '/api/user/testimonies', 200, [story]);
    await page.goto('/mine');
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'mine-guest': async (page) => {
    await page.addInitScript(() => sessionStorage.setItem('stillwater:guest', '1'));
    await keeps(page);
    await page.goto('/mine');
    await expect(page.getByRole('heading', { name: /need an account/ })).toBeVisible();
  },
  'home-premium': async (page) => {
    await keeps(page);
    await signedInAs(page, premium);
    await answers(page, '/api/prayers', 200, { prayers: list, premium: true });
    await page.goto('/');
    await expect(page.getByRole('link', { name: /Your last prayer/ })).toBeVisible();
  },
};
