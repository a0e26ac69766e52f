/** The pages that must work offline: help and everything else that is not personal. */
import { askButton, enterAsGuest, expect, struggle, test } from './journey';

test.beforeEach(async ({ page, context }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  // The service worker controls the page from the second load on.
  await enterAsGuest(page);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
});

test('public pages open offline and show the helplines', async ({ page }) => {
  for (const [path, title] of [
    ['/resources', 'Spiritual Resources'],
    ['/guidelines', 'Guidelines'],
    ['/privacy', 'Privacy'],
    ['/instant-support', 'Instant Support'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: /Call 988/ })).toHaveAttribute('href', 'tel:988');
  await expect(page.getByRole('link', { name: /741741/ })).toBeVisible();
});

test('offline, text is kept, and a topic opens from the bundled content, marked and not counted', async ({
  page,
}) => {
  await struggle(page).fill('I cannot sleep.');
  await askButton(page).click();
  await expect(page.getByText('You seem to be offline')).toBeVisible();
  await expect(struggle(page)).toHaveValue('I cannot sleep.');

  await page.getByRole('button', { name: 'Grief & loss' }).click();
  await askButton(page).click();
  await expect(page.getByText('You are offline. This message came with the app')).toBeVisible();
  await expect(page.getByText('Message of Hope')).toBeVisible();
  await expect(page.getByText('0/3 today')).toBeVisible();
});

test('an explicit crisis text opens the helplines offline', async ({ page }) => {
  await struggle(page).fill('I want to end my life. I have the pills here.');
  await askButton(page).click();
  const dialog = page.getByRole('alertdialog', { name: 'Immediate Support Available' });
  await expect(dialog.getByRole('link', { name: /Call 988/ })).toHaveAttribute('href', 'tel:988');
  await dialog.getByRole('button', { name: 'I Understand' }).click();
  await expect(struggle(page)).toHaveValue('I want to end my life. I have the pills here.');
});

test('a hymn triggers no crisis dialog offline', async ({ page }) => {
  await struggle(page).fill('Abide with me, fast falls the eventide. In life, in death, O Lord.');
  await askButton(page).click();
  await expect(page.getByText('You seem to be offline')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a testimony that mentions danger opens the helplines offline', async ({ page }) => {
  await page.getByRole('link', { name: /Share Testimony/ }).click();
  await page
    .getByRole('textbox', { name: 'What happened?' })
    .fill('My husband hits me and I hide.');
  await page.getByRole('textbox', { name: 'What helped you?' }).fill('My sister and her prayers.');
  await page.getByRole('textbox', { name: 'What changed?' }).fill('Nothing has changed until now.');
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Submit Story for Review' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Immediate Support Available' });
  await expect(dialog.getByRole('link', { name: /799/ })).toBeVisible();
  await expect(page.getByText('Your story could not be sent.')).toBeVisible();
});

test('the service worker caches nothing personal', async ({ page }) => {
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
});
