/** Signing out removes every trace of the user: all browser storage is inspected. */
import type { BrowserContext, Page } from '@playwright/test';
import { ask, expect, struggle, test } from './journey';
import { signInByEmail, someone } from './sign-in';

/** Preferences of the device, independent of the user. */
const OF_THE_DEVICE = ['stillwater:theme', 'stillwater:country', 'pwa-install-dismissed'];

test('after signing out no data of the user is left', async ({ page, context }) => {
  const address = someone();
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByRole('button', { name: 'Dark colors' }).first().click();
  await signInByEmail(page, address);
  await ask(page, 'I lie awake and worry about my job.');
  await expect(page.getByText('Message of Hope')).toBeVisible();
  await page.getByRole('button', { name: 'Keep this on my device' }).click();
  await page.reload();
  await expect(page.getByText('Message of Hope')).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('link', { name: 'The message you kept' })).toBeVisible();
  await struggle(page).fill('Words that were not sent.');
  await page.getByRole('button', { name: 'My Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectNothingLeft(page, context, address);

  // The next page load brings nothing back.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  await expectNothingLeft(page, context, address);
});

async function expectNothingLeft(page: Page, context: BrowserContext, address: string) {
  const left = await page.evaluate(readEverything);
  // Scroll positions of this tab are plain numbers; the page writes them again on unload.
  const session = Object.keys(left.session).filter((key) => key !== 'stillwater:places');
  expect(Object.keys(left.local).filter((key) => !OF_THE_DEVICE.includes(key))).toEqual([]);
  expect(session).toEqual([]);
  expect(left.databases).toEqual([]);
  // Language and time of day of this device, for the pages of the server.
  expect(left.visibleCookies).toMatch(/^(look=(en|es)\.-?\d+)?$/);
  expect(left.cached.filter((path) => path.startsWith('/api'))).toEqual([]);
  expect(JSON.stringify(left)).not.toContain(address);

  // HTTP-only cookies contain no user data, and their session has ended.
  for (const { value } of await context.cookies()) expect(value).not.toContain(address);
  const who = await page.request.get('/api/auth/user');
  expect(who.status()).toBe(401);
}

/** All data that scripts of the page can read. Runs in the page. */
async function readEverything() {
  const names = await caches.keys();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return {
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
    visibleCookies: document.cookie,
    cached: requests.flat().map(({ url }) => new URL(url).pathname),
  };
}
