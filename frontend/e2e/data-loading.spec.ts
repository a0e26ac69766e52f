/**
 * Data loading, measured by the requests that leave the browser: no refetching, no retries, the specified error
 * texts.
 */
import type { Page } from '@playwright/test';
import { answers, signedInAs } from './account-states';
import { expect, test } from './journey';

test.use({ serviceWorkers: 'block' });

/** Counts the GET requests to one path from now on. */
function watch(page: Page, path: string): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === path) calls += 1;
  });
  return () => calls;
}

/** Navigates to a screen inside the app, without a page load. */
async function visit(page: Page, entry: 'Edit Profile' | 'Testimonies', title: string) {
  await page.getByRole('button', { name: 'My Account' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Waits until the effects of the last render have sent their requests. */
const afterEffects = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(() => done()))),
  );

const goHome = async (page: Page) => {
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
};

test('the user is fetched again when a screen mounts, but not within five seconds', async ({
  page,
}) => {
  await page.clock.install();
  await signedInAs(page);
  const asked = watch(page, '/api/auth/user');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'My Account' })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await visit(page, 'Edit Profile', 'Profile');
  await expect.poll(asked).toBe(2);
  await page.clock.runFor(100);
  await goHome(page);

  await page.clock.runFor(4_000);
  await visit(page, 'Edit Profile', 'Profile');
  expect(asked()).toBe(2);
  await goHome(page);

  await page.clock.runFor(2_000);
  await visit(page, 'Edit Profile', 'Profile');
  await expect.poll(asked).toBe(3);
});

test('a failed request is not retried, and focusing the window fetches nothing', async ({
  page,
}) => {
  await signedInAs(page);
  await answers(page, '/api/user/testimonies', 500, 'the body');
  const user = watch(page, '/api/auth/user');
  const testimonies = watch(page, '/api/user/testimonies');
  const usage = watch(page, '/api/usage');
  await page.goto('/testimonies');
  await expect(page.getByRole('alert')).toContainText('Failed to load testimonies');
  await expect(page.getByRole('alert')).toContainText('An error occurred');
  const calls = () => [user(), testimonies(), usage()];
  await expect.poll(calls).toEqual([1, 1, 1]);

  await page.evaluate(() => {
    for (const event of ['blur', 'focus']) window.dispatchEvent(new Event(event));
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
  });
  await afterEffects(page);
  expect(calls()).toEqual([1, 1, 1]);
});

test('loaded data stays cached: the count is fetched once', async ({ page }) => {
  await signedInAs(page);
  await answers(page, '/api/user/testimonies', 200, []);
  const usage = watch(page, '/api/usage');
  await page.goto('/');
  await expect(page.getByText('1/3 today')).toBeVisible();
  await visit(page, 'Testimonies', 'My Testimonies');
  await goHome(page);
  await afterEffects(page);
  expect(usage()).toBe(1);
});

for (const [body, text] of [
  ['{"code":"INTERNAL"}', '500: {"code":"INTERNAL"}'],
  ['', '500: Internal Server Error'],
] as const) {
  test(`the text of an error is the status and ${body ? 'the body' : 'the status text'}`, async ({
    page,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await signedInAs(page);
    await answers(page, '/api/logout', 500, body);
    await page.goto('/');
    await page.getByRole('button', { name: 'My Account' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByText('We could not log you out')).toBeVisible();
    expect(logged.join('\n')).toContain(`Logout failed ApiError: ${text}`);
  });
}
