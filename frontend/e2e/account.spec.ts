/** An account from first sign-in to deletion, on the real stack. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ask, enterAsGuest, expect, struggle, test } from './journey';
import { signedInAs, signInByEmail, someone } from './sign-in';

const HAPPENED = 'After my surgery I was afraid. Write to me at jane.miller@example.org.';

/** Submits a testimony through the form, as a guest or signed in. */
async function share(page: Page) {
  await page.goto('/testimony');
  await page.getByRole('textbox', { name: 'What happened?' }).fill(HAPPENED);
  await page
    .getByRole('textbox', { name: 'What helped you?' })
    .fill('A neighbour brought soup and sat with me.');
  await page.getByRole('textbox', { name: 'What changed?' }).fill('I can sleep again.');
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Submit Story for Review' }).click();
  await expect(page).toHaveURL(/\/thank-you$/);
  // The URL changes before the screen: once the screen is there, focus moves to it, which closes an open menu.
  await expect(page.locator('#main')).toBeFocused();
}

/** Opens an entry of the account menu. */
async function choose(page: Page, entry: string) {
  await page.getByRole('button', { name: 'My Account' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('a testimony submitted as a guest moves into the account and can be withdrawn', async ({
  page,
}) => {
  await enterAsGuest(page);
  await share(page);
  await signInByEmail(page, someone(), '/testimonies');
  await expect(page.getByText('Pending Approval')).toBeVisible();

  // The worker redacts identifying details; the author sees the result.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/After my surgery I was afraid/)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 40_000 });
  await expect(page.getByText('jane.miller')).toHaveCount(0);
  await page.getByText(/^What was removed/).click();
  await expect(page.getByText('1 email address')).toBeVisible();

  await page.getByRole('button', { name: /^Withdraw the story from/ }).click();
  await page.getByRole('button', { name: 'Withdraw story' }).click();
  await expect(page.getByText('Your story was withdrawn and deleted.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No Testimonies Yet' })).toBeVisible();
});

test('the profile leads to sign-in and back, and the data can be downloaded', async ({ page }) => {
  const address = someone();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/profile');
  await signInByEmail(page, address, '/profile');
  await expect(page.getByText(address)).toBeVisible();
  await expect(page.getByText('Not set')).toBeVisible();
  await expect(page.getByText('Free', { exact: true })).toBeVisible();

  await share(page);
  await choose(page, 'Edit Profile');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^stillwater-my-data-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(() => JSON.parse(text)).not.toThrow();
  expect(text).toContain(address);
  expect(text).toContain('After my surgery I was afraid.');
});

test('deleting the account shows a receipt, and all its data is gone', async ({ page }) => {
  const address = someone();
  await signInByEmail(page, address);
  await share(page);
  await choose(page, 'Edit Profile');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you absolutely sure?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();

  await page.getByRole('button', { name: 'Delete Account' }).click();
  const answered = page.waitForResponse('**/api/user/account');
  await question.getByRole('button', { name: 'Delete Account' }).click();
  const { receiptId, storiesRemoved, subscription } = await (await answered).json();
  expect([storiesRemoved, subscription]).toEqual([1, 'none']);
  await expect(page.getByText('Account Deleted', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /^Goodbye/ })).toBeVisible();
  const receipt = page.getByRole('region', { name: 'Receipt' });
  await expect(receipt.getByText(receiptId)).toBeVisible();
  await expect(receipt.getByText('There was none. Nothing will be charged.')).toBeVisible();
  expect(await signedInAs(page)).toBeNull();

  await page.getByRole('link', { name: 'Return Home' }).click();
  await expect(page.getByRole('link', { name: "Get Started - It's Free" })).toBeVisible();
  // The same address starts a new, empty account.
  await signInByEmail(page, address, '/testimonies');
  await expect(page.getByRole('heading', { name: 'No Testimonies Yet' })).toBeVisible();
});

test('after sign-in on a second device the first one is told on its next API call', async ({
  page,
  browser,
}) => {
  const address = someone();
  await signInByEmail(page, address, '/profile');
  await expect(page.getByText(address)).toBeVisible();
  const other = await browser.newContext();
  await signInByEmail(await other.newPage(), address);

  await page.getByRole('link', { name: 'My Testimonies' }).click();
  await expect(page.getByText('Logged out from another device').first()).toBeVisible();
  await expect(
    page.getByText('You have been logged in from another device. Please log in again.').first(),
  ).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await signedInAs(page)).toBeNull();
  await other.close();
});

test('unsent text is restored after sign-in', async ({ page }) => {
  await enterAsGuest(page);
  await struggle(page).fill('I have not sent this yet.');
  await page.getByRole('link', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await signInByEmail(page, someone());
  await expect(page.getByRole('button', { name: 'My Account' })).toBeVisible();
  await expect(struggle(page)).toHaveValue('I have not sent this yet.');
  expect(await kept(page)).not.toContain('I have not sent this yet.');
});

test('signing out leaves no data of the user in the browser', async ({ page }) => {
  await signInByEmail(page, someone());
  await ask(page, 'I lie awake and worry about my job.');
  await expect(page.getByText('Message of Hope')).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await struggle(page).fill('I have not sent this yet.');
  await choose(page, 'Logout');
  await expect(page.getByRole('link', { name: "Get Started - It's Free" })).toBeVisible();
  expect(await signedInAs(page)).toBeNull();
  expect(await kept(page)).not.toMatch(/not sent|worry|was-signed-in|usage|drafts|guest/);

  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(struggle(page)).toHaveValue('');
  await page.evaluate(() => history.pushState({}, '', '/result'));
  await page.reload();
  await expect(page.getByText('No guidance data available')).toBeVisible();
  await expect(page.getByText('Message of Hope')).toHaveCount(0);
});

/** Everything the browser stores for our origin, as one string. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const entries = [...Object.entries(localStorage), ...Object.entries(sessionStorage)];
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) =>
        (await (await caches.open(name)).keys())
          .map(({ url }) => url)
          .filter((url) => url.includes('/api/')),
      ),
    );
    return JSON.stringify([entries, databases, cached]);
  });
