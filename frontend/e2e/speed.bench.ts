/**
 * How much work the browser has before the screen answers a hand, on the production build. Counted in time of the
 * processor and not of the clock. `bin/bench web` measures it; no test does.
 */
import type { CDPSession, Page } from '@playwright/test';
import { askButton, enterAsGuest, expect, struggle, test } from './journey';

const ALLOWED_MS = 100;

const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What a visitor does most, one touch or one key each. */
const interactions: Record<string, (page: Page) => Promise<unknown>> = {
  'asking for nothing': (page) => askButton(page).click(),
  'closing the alert': (page) => page.getByRole('button', { name: 'OK' }).click(),
  'choosing a topic': (page) => chip(page, 'Fear').click(),
  'choosing another': (page) => chip(page, 'Anger').click(),
  'typing a letter, which lets the topic go': async (page) => {
    await struggle(page).focus();
    await page.keyboard.press('x');
  },
  'typing another letter': (page) => page.keyboard.press('y'),
  'opening the offer': (page) => page.getByRole('button', { name: 'Upgrade' }).click(),
  'closing the offer': (page) => page.getByRole('button', { name: 'Maybe Later' }).click(),
  'dark colours': (page) => page.getByRole('button', { name: 'Dark colours' }).first().click(),
  'another screen': (page) => page.getByRole('link', { name: 'Guidelines' }).first().click(),
  'back home': (page) => page.getByRole('link', { name: 'Home', exact: true }).click(),
};

test('every touch is answered with less than 100 ms of work', async ({ page }) => {
  await enterAsGuest(page);
  await page.waitForLoadState('networkidle');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });

  const costs: Record<string, number> = {};
  for (const [name, act] of Object.entries(interactions)) {
    const before = await workSoFar(devtools);
    await act(page);
    await nextPaint(page);
    costs[name] = (await workSoFar(devtools)) - before;
  }
  for (const [name, cost] of Object.entries(costs)) {
    console.log(`${name}: ${cost.toFixed(0)} ms`);
    expect.soft(cost, `${name}, in ms`).toBeLessThanOrEqual(ALLOWED_MS);
  }
});

/** Milliseconds that the page's main thread has worked. */
async function workSoFar(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser does not say how long it has worked.');
  return seconds * 1000;
}

/** Until what has changed is on the screen. */
const nextPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
