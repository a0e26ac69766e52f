/**
 * Screenshots of every screen and state, for review by eye. `bin/gallery` takes them; CONTRIBUTING.md says how to
 * review.
 */
import type { Page } from '@playwright/test';
import { enterAsGuest, expect, test } from './journey';
import { long } from './long-states';
import { spanishStates } from './spanish-states';
import { states } from './states';

/** Early evening, when the scene has the most detail. */
const DUSK = '2026-11-20T18:30:00-05:00';
const sizes = [
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const;
/** The narrowest phone and the widest desktop, for the screens whose layout changes most. */
const extremes = [
  [360, 740],
  [1920, 1080],
] as const;
const atExtremes = new Set([
  'landing',
  'home',
  'home-user',
  'crisis',
  'upgrade',
  'result',
  'testimony',
  'thank-you',
  'instant-support',
  'resources',
  'guidelines',
  'today',
  'passage',
  'not-found',
]);
const hours = { night: '02', dawn: '07', day: '13', dusk: '19' };

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of [...sizes, ...extremes]) {
    const all = sizes.some(([size]) => size === width);
    test.describe(`${colorScheme} ${width}`, () => {
      test.use({
        colorScheme,
        viewport: { width, height },
        serviceWorkers: 'block',
        contextOptions: { reducedMotion: 'reduce' },
      });
      for (const [name, open] of Object.entries(states)) {
        if (!all && !atExtremes.has(name)) continue;
        test(name, async ({ page }) => {
          await page.clock.setFixedTime(new Date(DUSK));
          await open(page);
          const path = (part = '') => `gallery/${name}${part}-${colorScheme}-${width}.png`;
          await page.screenshot({ path: path(), animations: 'disabled' });
          if (long.has(name)) {
            await hideBar(page);
            await page.screenshot({ path: path('-whole'), animations: 'disabled', fullPage: true });
          }
        });
      }
    });
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of [sizes[0], sizes[2]] as const) {
    test.describe(`in Spanish, ${colorScheme} ${width}`, () => {
      test.use({ colorScheme, viewport: { width, height }, locale: 'es-MX' });
      for (const [name, open] of Object.entries(spanishStates)) {
        test(`es-${name}`, async ({ page }) => {
          await page.clock.setFixedTime(new Date(DUSK));
          await open(page);
          const path = `gallery/es-${name}-${colorScheme}-${width}.png`;
          await page.screenshot({ path, animations: 'disabled' });
        });
      }
    });
  }
}

/** A fixed bar would appear in the middle of a screenshot taller than the window. */
const hideBar = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector<HTMLElement>('nav[aria-label="Main"]');
    if (bar && window.innerWidth < 1000) bar.style.visibility = 'hidden';
  });

for (const [width, height] of [sizes[0], sizes[2], extremes[1]] as const) {
  for (const [name, hour] of Object.entries(hours)) {
    test(`the scene at ${name}, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.clock.setFixedTime(new Date(`2026-11-20T${hour}:00:00-05:00`));
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.screenshot({ path: `gallery/water-landing-${name}-${width}.png` });
      await enterAsGuest(page);
      await page.screenshot({ path: `gallery/water-home-${name}-${width}.png` });
    });
  }
}

test('the print layout', async ({ page }) => {
  await states['result-testimonies']?.(page);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 630, height: 900 });
  await page.screenshot({ path: 'gallery/result-print.png', fullPage: true });
});
