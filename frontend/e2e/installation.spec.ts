/** The installed app: the manifest, updates, and text shared from other apps. */
import type { Page } from '@playwright/test';
import { test as base, enterAsGuest, expect, struggle } from './journey';
import { type Releases, releasesOf } from './next-release';

const test = base.extend<{ releases: Releases }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures to inject from this pattern.
  releases: async ({}, use) => {
    const releases = await releasesOf(process.env.BASE_URL ?? 'http://127.0.0.1:4173');
    await use(releases);
    await releases.close();
  },
  // All requests go through the proxy that can publish a new release.
  baseURL: ({ releases }, use) => use(releases.origin),
});

interface Manifest {
  id: string;
  icons: { src: string; sizes: string; purpose: string }[];
  shortcuts: { name: string; url: string }[];
  screenshots: { src: string; form_factor: string }[];
  share_target: { method: string };
}

test('the manifest has what browsers require, and all its files exist', async ({ request }) => {
  const response = await request.get('/manifest.webmanifest');
  expect(response.headers()['content-type']).toContain('manifest+json');
  const manifest: Manifest = await response.json();
  expect(manifest.id).toBe('/');
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual([
    'Instant Support',
    'New guidance',
    'Today’s psalm',
  ]);
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(2);
  expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(
    new Set(['narrow', 'wide']),
  );
  // Shared text may be confidential, so it never appears in a URL.
  expect(manifest.share_target.method).toBe('POST');
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    expect((await request.get(src)).status(), src).toBe(200);
  }
  for (const { url } of manifest.shortcuts) {
    expect((await request.get(url)).status(), url).toBe(200);
  }
});

test('the browser reports no obstacle to installation', async ({ page }) => {
  await controlled(page);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Private windows can never install; no other obstacle is allowed.
  expect(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
  ).toEqual([]);
});

test('a new version is offered, and Update Now loads it', async ({ page, releases }) => {
  await controlled(page);
  releases.release();
  await lookForUpdate(page);
  const marked = await markPage(page);
  await page.getByRole('button', { name: 'Update Now' }).click();
  await expect.poll(marked).toBe(false);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update Now' })).toHaveCount(0);
});

test('no reload while there is unsent text; it follows when the user has finished', async ({
  page,
  releases,
}) => {
  await controlled(page);
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await struggle(page).fill('I cannot sleep.');
  releases.release();
  await lookForUpdate(page);
  const marked = await markPage(page);
  await page.getByRole('button', { name: 'Update Now' }).click();
  await expect(page.getByText('Update ready. It will load when you finish.')).toBeVisible();
  await expect(struggle(page)).toHaveValue('I cannot sleep.');
  expect(await marked()).toBe(true);

  await page.getByRole('link', { name: 'Guidelines' }).first().click();
  await expect.poll(marked).toBe(false);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  // The text in progress came along.
  await expect(struggle(page)).toHaveValue('I cannot sleep.');
});

test('an update accepted in one tab waits for unsent text in another', async ({
  page,
  context,
  releases,
}) => {
  await controlled(page);
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('button', { name: 'Continue as guest' }).click();
  await struggle(other).fill('I cannot sleep.');
  releases.release();
  await lookForUpdate(page);
  await page.getByRole('button', { name: 'Update Now' }).click();
  await expect(other.getByText('Update ready. It will load when you finish.')).toBeVisible();
  await expect(struggle(other)).toHaveValue('I cannot sleep.');
});

test('an open letter survives an update', async ({ page, releases }) => {
  await controlled(page);
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.route('**/api/guidance', (route) => route.abort());
  await page.getByRole('button', { name: 'Grief & loss' }).click();
  await page.getByRole('button', { name: 'Get Guidance & Support' }).click();
  await expect(page.getByText('Message of Hope')).toBeVisible();
  releases.release();
  await lookForUpdate(page);
  const marked = await markPage(page);
  await page.getByRole('button', { name: 'Update Now' }).click();
  await expect.poll(marked).toBe(false);
  await expect(page.getByText('Message of Hope')).toBeVisible();
});

test('text shared from another app fills the field, is not sent and appears in no URL', async ({
  page,
}) => {
  await enterAsGuest(page);
  await controlled(page);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.evaluate(() => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
    const field = document.createElement('input');
    Object.assign(field, { name: 'text', value: 'I worry about my son.' });
    form.append(field);
    document.body.append(form);
    form.submit();
  });
  await expect(struggle(page)).toHaveValue('I worry about my son.');
  expect(new URL(page.url()).search).toBe('');
  expect(addresses.filter((address) => /worry|api\/guidance/.test(address))).toEqual([]);
});

test('the shortcut New guidance focuses the field', async ({ page }) => {
  await enterAsGuest(page);
  await page.goto('/?new');
  await expect(struggle(page)).toBeFocused();
});

/** Opens a page controlled by the service worker. */
async function controlled(page: Page) {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  // Waits for the first update check to end: one in progress would be mistaken for the next.
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
}

/** Fires `online`, one of the events on which the app checks for a new version. */
async function lookForUpdate(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('button', { name: 'Update Now' })).toBeVisible();
}

/** Whether this is still the document that was marked. */
async function markPage(page: Page) {
  await page.evaluate(() => Object.assign(window, { marked: true }));
  return () =>
    page
      .evaluate(() => (window as unknown as { marked?: boolean }).marked === true)
      // The page cannot be evaluated while it loads.
      .catch(() => true);
}
