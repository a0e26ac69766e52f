/** Timings and distances that the specification sets for dialogs, toasts and tooltips. */
import type { Page } from '@playwright/test';
import { ask, enterAsGuest, expect, test } from './journey';
import { desk, phone, smallPhone } from './sizes';

// Timings are measured with full motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const failing = (page: Page) =>
  page.route('**/api/guidance', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"message":"Our fault."}',
    }),
  );
/** Freezes the clock; the test advances it. */
const stopTheClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000);
const neutral = 'https://www.wikipedia.org/';
const toast = (page: Page) => page.locator('.toast');
const upgrade = (page: Page) => page.getByRole('dialog', { name: 'Unlimited Guidance' });

test('a dialog closes on Escape and on its backdrop, locks scrolling and restores focus', async ({
  page,
}) => {
  await enterAsGuest(page);
  const opener = page.getByRole('button', { name: 'Upgrade' });
  await opener.click();
  await expect(upgrade(page)).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe(
    'hidden',
  );
  await page.keyboard.press('Escape');
  await expect(upgrade(page)).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.click();
  await page.mouse.click(8, 8);
  await expect(upgrade(page)).toBeHidden();
});

test('focus stays inside an open dialog', async ({ page }) => {
  await enterAsGuest(page);
  await page.getByRole('button', { name: 'Upgrade' }).click();
  await expect(upgrade(page)).toBeVisible();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && focused?.closest('dialog') === null;
    });
    expect(outside).toBe(false);
  }
});

test('the backdrop of the crisis dialog works after two seconds, Escape at once', async ({
  page,
}) => {
  await page.clock.install();
  await enterAsGuest(page);
  await stopTheClock(page);
  await ask(page, 'I want to kill myself.');
  const help = page.getByRole('alertdialog', { name: 'Immediate Support Available' });
  await expect(help).toBeVisible();
  await page.clock.runFor(1_999);
  await page.mouse.click(8, 8);
  await expect(help).toBeVisible();
  await page.clock.runFor(1);
  await page.mouse.click(8, 8);
  await expect(help).toBeHidden();

  await ask(page, 'I want to kill myself.');
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('domestic violence together with a suicide risk: the dialog offers the quick exit at every size', async ({
  page,
  otherOrigins,
}) => {
  await page.route(neutral, (route) => route.fulfill({ body: 'neutral' }));
  await enterAsGuest(page);
  await ask(
    page,
    'My husband hit me again. I have the pills in my hand and I will take them all tonight.',
  );
  const help = page.getByRole('alertdialog', { name: 'Immediate Support Available' });
  const leave = help.getByRole('button', { name: 'Leave quickly' });
  const understand = help.getByRole('button', { name: 'I Understand' });
  for (const size of [smallPhone, phone, desk]) {
    await page.setViewportSize(size);
    await expect(leave).toBeInViewport({ ratio: 1 });
    // The buttons stand side by side, each on one line.
    const [one, other] = [await leave.boundingBox(), await understand.boundingBox()];
    expect(one?.y).toBe(other?.y);
    expect([one?.height, other?.height]).toEqual([52, 52]);
  }
  await leave.click();
  await expect(page).toHaveURL(neutral);
  otherOrigins.length = 0;
});

test('a toast stays five seconds', async ({ page }) => {
  await page.clock.install();
  await enterAsGuest(page);
  await failing(page);
  // The first toast loads the toast code, so the second one is measured.
  await ask(page, 'words');
  await expect(toast(page)).toBeVisible();
  await stopTheClock(page);
  await expect(toast(page)).toHaveCount(0);
  await ask(page, 'more words');
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(4_999);
  await expect(toast(page)).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(1);
  await expect(toast(page)).toHaveCount(0);
});

test('a new toast replaces the previous one', async ({ page }) => {
  await enterAsGuest(page);
  await failing(page);
  await ask(page, 'words');
  await expect(toast(page)).toBeVisible();
  await ask(page, 'more words');
  await expect(toast(page)).toHaveCount(1);
});

test('F8 moves focus to the toasts', async ({ page }) => {
  await enterAsGuest(page);
  await failing(page);
  await ask(page, 'words');
  await expect(toast(page)).toBeVisible();
  await page.keyboard.press('F8');
  const inNotices = await page.evaluate(
    () => document.activeElement?.closest('[role="region"]')?.getAttribute('aria-label') ?? '',
  );
  expect(inNotices).toContain('F8');
});

for (const [distance, gone] of [
  [40, false],
  [60, true],
] as const) {
  test(`a swipe of ${distance} px to the right ${gone ? 'dismisses' : 'keeps'} the toast`, async ({
    page,
  }) => {
    await enterAsGuest(page);
    await failing(page);
    await ask(page, 'words');
    const box = await toast(page).boundingBox();
    if (!box) throw new Error('the toast has no place on the screen');
    await page.mouse.move(box.x + 40, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 40 + distance / 2, box.y + 20, { steps: 4 });
    await page.mouse.move(box.x + 40 + distance, box.y + 20, { steps: 4 });
    await page.mouse.up();
    if (gone) await expect(toast(page)).toHaveCount(0);
    else await expect(toast(page)).toHaveAttribute('data-swipe', 'cancel');
  });
}

test('a tooltip appears after 700 ms under the pointer', async ({ page }) => {
  await page.clock.install();
  await enterAsGuest(page);
  await stopTheClock(page);
  const tooltip = page.locator('[data-tooltip]');
  await page
    .getByRole('button', { name: /colors/ })
    .first()
    .hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
});

const pressEscape = async (page: Page, times: number) => {
  for (let presses = 0; presses < times; presses += 1) await page.keyboard.press('Escape');
};

test('pressing Escape three times within two seconds leaves the site', async ({
  page,
  otherOrigins,
}) => {
  await page.route(neutral, (route) => route.fulfill({ body: 'neutral' }));
  await page.goto('/instant-support');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await pressEscape(page, 3);
  await expect(page).toHaveURL(neutral);
  otherOrigins.length = 0;
});

test('Escape presses that close a dialog do not count towards leaving, later ones do', async ({
  page,
  otherOrigins,
}) => {
  await page.route(neutral, (route) => route.fulfill({ body: 'neutral' }));
  await enterAsGuest(page);
  await page.getByRole('link', { name: /Share Testimony/ }).click();
  const testimony = page.getByRole('heading', { level: 1, name: 'Share Your Story' });
  const opener = page.getByRole('button', { name: 'Upgrade' });
  await expect(testimony).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leave quickly' })).toBeVisible();
  await opener.click();
  await expect(upgrade(page)).toBeVisible();
  await pressEscape(page, 3);
  await expect(upgrade(page)).toBeHidden();
  // The page is blank at once, before the URL changes.
  await expect(testimony).toBeVisible();
  await expect(page).toHaveURL(/\/testimony$/);

  await opener.click();
  await expect(upgrade(page)).toBeVisible();
  await pressEscape(page, 1);
  await expect(upgrade(page)).toBeHidden();
  await pressEscape(page, 3);
  await expect(page).toHaveURL(neutral);
  otherOrigins.length = 0;
});
