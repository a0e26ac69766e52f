/** The app as an app: what the browser needs to install it, new versions, and text shared from elsewhere. */
import type { Page } from '@playwright/test';
import { test as base, enterAsGuest, expect, struggle } from './journey';
import { type Releases, releasesOf } from './next-release';

const test = base.extend<{ releases: Releases }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  releases: async ({}, use) => {
    const releases = await releasesOf(process.env.BASE_URL ?? 'http://127.0.0.1:4173');
    await use(releases);
    await releases.close();
  },
  // The whole journey goes through the server that can bring out a new release.
  baseURL: ({ releases }, use) => use(releases.origin),
});

interface Manifest {
  id: string;
  icons: { src: string; sizes: string; purpose: string }[];
  shortcuts: { name: string; url: string }[];
  screenshots: { src: string; form_factor: string }[];
  share_target: { method: string };
}

test('the manifest names what the browser needs, and all of it is there', async ({ request }) => {
  const response = await request.get('/manifest.webmanifest');
  expect(response.headers()['content-type']).toContain('manifest+json');
  const manifest: Manifest = await response.json();
  expect(manifest.id).toBe('/');
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Instant Support', 'New guidance']);
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(2);
  expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(
    new Set(['narrow', 'wide']),
  );
  // What somebody shares may be what they carry: it never stands in an address.
  expect(manifest.share_target.method).toBe('POST');
  for (const { src } of [...manifest.icons, ...manifest.screenshots]) {
    expect((await request.get(src)).status(), src).toBe(200);
  }
  for (const { url } of manifest.shortcuts) {
    expect((await request.get(url)).status(), url).toBe(200);
  }
});

test('the browser finds nothing that keeps the app from being installed', async ({ page }) => {
  await controlled(page);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A private window can never install anything; nothing else may stand in the way.
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

test('no reload over unsent text; it loads when somebody has finished', async ({
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
  // What was being written has come along.
  await expect(struggle(page)).toHaveValue('I cannot sleep.');
});

test('an update taken in one tab waits for the words in another', async ({
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

test('a letter survives the update that comes while it is read', async ({ page, releases }) => {
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

test('what another app shares fills the box, is sent by nobody, and stands in no address', async ({
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

test('the shortcut New guidance leads into the field', async ({ page }) => {
  await enterAsGuest(page);
  await page.goto('/?new');
  await expect(struggle(page)).toBeFocused();
});

/** Opens a page that the worker answers for. */
async function controlled(page: Page) {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  // The look for a new version at the start has ended: one that is still under way would be taken for the next.
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
}

/** The network comes back, which is one of the moments at which the app asks for a new version. */
async function lookForUpdate(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('button', { name: 'Update Now' })).toBeVisible();
}

/** Whether this document is still the one that was marked. */
async function markPage(page: Page) {
  await page.evaluate(() => Object.assign(window, { marked: true }));
  return () =>
    page
      .evaluate(() => (window as unknown as { marked?: boolean }).marked === true)
      // While the page loads there is nothing to ask.
      .catch(() => true);
}
