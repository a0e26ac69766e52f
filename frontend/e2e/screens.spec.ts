/** Layout shift, scroll position and placement of screens. `states.spec.ts` covers their states. */
import type { Page } from '@playwright/test';
import { drawn, enterAsGuest, enterFromLandingPage, expect, struggle, test } from './journey';
import { desk, phone, smallPhone } from './sizes';
import { asUser, states } from './states';

// The service worker would serve files that a test delays. Layout shift is measured with full motion.
test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'no-preference' } });

/** Sums up the layout shift since the document opened. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) (window as unknown as { shift: number }).shift += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shift = (page: Page) => page.evaluate(() => (window as unknown as { shift: number }).shift);

for (const [place, size] of Object.entries({ phone, desk })) {
  test(`a screen that loads late causes no layout shift, on a ${place}`, async ({ page }) => {
    await page.setViewportSize(size);
    await watchShifts(page);
    await enterFromLandingPage(page);
    expect(await shift(page), 'landing and home').toBeLessThanOrEqual(0.02);
    for (const path of [
      '/',
      '/result',
      '/thank-you',
      '/testimony',
      '/instant-support',
      '/resources',
      '/guidelines',
      '/today',
      '/passage/Psalm%20121',
      '/terms',
      '/privacy',
      '/no-such-page',
    ]) {
      // The screen's chunk is delayed until its skeleton has been painted.
      const painted = page
        .getByRole('status', { name: 'Loading' })
        .or(page.getByRole('heading', { level: 1 }))
        .first();
      await page.route('**/assets/*-screen-*.js', async (route) => {
        await painted.waitFor();
        await route.continue();
      });
      await page.goto(path);
      // The delayed chunk counts as network activity, so nothing is missing at `networkidle`.
      await page.waitForLoadState('networkidle');
      await drawn(page);
      expect(await shift(page), path).toBeLessThanOrEqual(0.02);
      await page.unroute('**/assets/*-screen-*.js');
    }
  });

  test(`a usual review time that loads late causes no layout shift, on a ${place}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await watchShifts(page);
    await page.route('**/api/testimonies/review-time', async (route) => {
      await page.getByRole('link', { name: 'Return Home' }).waitFor();
      await route.fulfill({ json: { hours: 12 } });
    });
    await enterAsGuest(page);
    await page.goto('/thank-you');
    await expect(page.getByText('It is usually read within 12 hours.')).toBeVisible();
    expect(await shift(page)).toBeLessThanOrEqual(0.001);
  });

  test(`the arrival of the session causes no layout shift, on a ${place}`, async ({ page }) => {
    await page.setViewportSize(size);
    await watchShifts(page);
    await asUser(page);
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'My Account' })).toBeVisible();
    // On the second visit the app knows that the user is signed in.
    await page.reload();
    await expect(page.getByRole('button', { name: 'My Account' })).toBeVisible();
    await drawn(page);
    expect(await shift(page)).toBeLessThanOrEqual(0.02);
  });
}

test('with reduced motion no animation runs', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enterAsGuest(page);
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});

test('a new screen starts at the top, and going back restores the scroll position', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto('/');
  await page.getByText('Trusted by believers worldwide').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(struggle(page)).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  const terms = page.getByRole('link', { name: 'Terms' });
  await terms.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(200);
  await terms.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  // Opened anew by its address, a screen starts at the top, too.
  await page.evaluate(() => window.scrollTo(0, 300));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
  await page.goto('/terms');
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('a topic preselected by a link is in view', async ({ page }) => {
  await page.setViewportSize(phone);
  await states.result?.(page);
  await page.getByRole('link', { name: 'Weariness & burnout' }).click();
  const chip = page.getByRole('button', { name: 'Weariness & burnout', pressed: true });
  await expect(chip).toBeInViewport({ ratio: 1 });
  await page.goto('/resources?category=purpose');
  await expect(page.getByRole('button', { name: 'Purpose & Meaning' })).toBeInViewport({
    ratio: 1,
  });
});

/** Height of the phone's tab bar, and some air. */
const BAR = 92;

test('the guidance button is not covered by the tab bar on the smallest phone', async ({
  page,
}) => {
  await page.setViewportSize(smallPhone);
  await enterAsGuest(page);
  const ask = page.getByRole('button', { name: 'Get Guidance & Support' });
  const bottom = await ask.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(smallPhone.height - BAR);
});

test('topics wrap into rows on a desktop, and all of them can be reached', async ({ page }) => {
  await page.setViewportSize(desk);
  await enterAsGuest(page);
  await expect(page.getByRole('button', { name: 'Get Guidance & Support' })).toBeInViewport({
    ratio: 1,
  });
  const topics = page.getByRole('group', { name: 'Or choose a common struggle' });
  const last = topics.getByRole('button').last();
  await expect(last).not.toBeInViewport();
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  await topics.getByRole('button', { name: 'Show all' }).click();
  for (const topic of await topics.getByRole('button', { pressed: false }).all()) {
    await topic.scrollIntoViewIfNeeded();
    await expect(topic).toBeInViewport({ ratio: 1 });
  }
  await topics.getByRole('button', { name: 'Show less' }).click();
  await expect(last).not.toBeInViewport();
});

for (const [place, size] of Object.entries({ phone, desk })) {
  test(`signed in elsewhere: the next steps are in view on a ${place}`, async ({ page }) => {
    await page.setViewportSize(size);
    await states['signed-in-elsewhere']?.(page);
    const main = page.getByRole('main');
    await expect(page.getByText('Logged out from another device')).toBeInViewport({ ratio: 1 });
    await expect(main.getByRole('button', { name: 'Continue as guest' })).toBeInViewport({
      ratio: 1,
    });
  });
}

for (const [name, words] of [
  ['prayer-failed', 'Your words are still here'],
  ['prayer-kept', 'Your prayer is saved.'],
  ['reading-no-such-page', 'Please enter a number'],
] as const) {
  test(`${name}: the result is not covered by the tab bar of a phone`, async ({ page }) => {
    await page.setViewportSize(phone);
    await states[name]?.(page);
    const said = page.getByRole('main').getByText(words);
    await expect(said).toBeVisible();
    const bottom = () => said.evaluate((element) => element.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThanOrEqual(phone.height - BAR);
  });
}

test('an unknown URL shows the 404 page with status 404', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});
