/** Pictures of every screen and state, for the eye: `GALLERY=1 npm run e2e -- gallery` writes them to gallery/. */
import type { Page } from '@playwright/test';
import { ask, askButton, enterAsGuest, expect, struggle, test } from './journey';

const fulfill = (status: number, body: object) => (page: Page) =>
  page.route('**/api/guidance', (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  );
const at = (path: string) => async (page: Page) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const asGuestAt = (path: string) => async (page: Page) => {
  await enterAsGuest(page);
  await at(path)(page);
};
const asking = (words: string) => async (page: Page) => {
  await enterAsGuest(page);
  await ask(page, words);
};

const states: Record<string, (page: Page) => Promise<unknown>> = {
  landing: at('/'),
  home: enterAsGuest,
  'home-topic-chosen': async (page) => {
    await enterAsGuest(page);
    await page.getByRole('button', { name: 'Fear' }).click();
  },
  'home-loading': async (page) => {
    await enterAsGuest(page);
    await page.route('**/api/guidance', () => {});
    await struggle(page).fill('I worry about everything.');
    await askButton(page).click();
  },
  'home-too-long': async (page) => {
    await enterAsGuest(page);
    await struggle(page).fill('I worry. '.repeat(230));
  },
  'home-blank': async (page) => {
    await enterAsGuest(page);
    await askButton(page).click();
  },
  'home-failed': async (page) => {
    await fulfill(500, { message: 'Something went wrong on our side. Please try again.' })(page);
    await asking('I worry.')(page);
  },
  'home-wait': async (page) => {
    await page.route('**/api/guidance', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '20' },
        body: '{"code":"RATE_LIMITED"}',
      }),
    );
    await asking('I worry.')(page);
  },
  'home-offline': async (page) => {
    await enterAsGuest(page);
    await page.context().setOffline(true);
    await struggle(page).fill('I worry.');
    await askButton(page).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'home-limit': async (page) => {
    await fulfill(429, { code: 'DAILY_LIMIT' })(page);
    await asking('I worry.')(page);
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  crisis: async (page) => {
    await asking('I want to end my life.')(page);
    await expect(page.getByText('What might make it hard to reach out?')).toBeVisible();
  },
  'crisis-at-home': async (page) => {
    await asking('My husband hits me and I am afraid of him tonight.')(page);
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  result: async (page) => {
    await asking('I lie awake and worry about my job.')(page);
    await expect(page.getByText('Message of Hope')).toBeVisible();
  },
  'result-around': async (page) => {
    await asking('I lie awake and worry about my job.')(page);
    await page.getByRole('button', { name: 'Read around it' }).click();
    await expect(page.locator('blockquote sup').first()).toBeVisible();
  },
  'result-not-understood': async (page) => {
    await asking('qwe rty')(page);
    await expect(page.getByText('Message of Hope')).toBeVisible();
  },
  'result-empty': asGuestAt('/result'),
  testimony: asGuestAt('/testimony'),
  'testimony-errors': async (page) => {
    await asGuestAt('/testimony')(page);
    await page.getByRole('button', { name: 'Submit Story for Review' }).click();
    await expect(page.getByText('Please share what helped you')).toBeVisible();
  },
  'thank-you': asGuestAt('/thank-you'),
  'instant-support': at('/instant-support'),
  resources: at('/resources'),
  'resources-empty': at('/resources?search=nothing+like+this'),
  guidelines: at('/guidelines'),
  terms: at('/terms'),
  privacy: at('/privacy'),
  'not-found': at('/no-such-page'),
  'signed-in-elsewhere': at('/?logged_out=elsewhere'),
};

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1280, 800],
  ] as const) {
    test.describe(`${colorScheme} ${width}`, () => {
      test.use({
        colorScheme,
        viewport: { width, height },
        serviceWorkers: 'block',
        contextOptions: { reducedMotion: 'reduce' },
      });
      for (const [name, open] of Object.entries(states)) {
        test(name, async ({ page }) => {
          await page.clock.setFixedTime(new Date('2026-11-20T18:30:00-05:00'));
          await open(page);
          await page.screenshot({
            path: `gallery/${name}-${colorScheme}-${width}.png`,
            animations: 'disabled',
          });
        });
      }
    });
  }
}
