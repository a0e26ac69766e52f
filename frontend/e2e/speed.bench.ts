/**
 * How much work the browser has before the screen answers a hand, on the production build. Counted in time of the
 * processor and not of the clock. `bin/bench web` measures it; no test does.
 */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { askButton, enterAsGuest, expect, struggle, test } from './journey';

const ALLOWED_MS = 100;
/** Of so many rounds the median counts. */
const ROUNDS = Number(process.env.ROUNDS ?? 3);

const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A touch of something, or a key while something has the focus. */
interface Touch {
  on: (page: Page) => Locator;
  key?: string;
}

/** What a visitor does most, one touch or one key each. */
const touches: Record<string, Touch> = {
  'asking for nothing': { on: askButton },
  'closing the alert': { on: (page) => page.getByRole('button', { name: 'OK' }) },
  'choosing a topic': { on: (page) => chip(page, 'Fear') },
  'choosing another': { on: (page) => chip(page, 'Anger') },
  'typing a letter, which lets the topic go': { on: struggle, key: 'x' },
  'typing another letter': { on: struggle, key: 'y' },
  'opening the offer': { on: (page) => page.getByRole('button', { name: 'Upgrade' }) },
  'closing the offer': { on: (page) => page.getByRole('button', { name: 'Maybe Later' }) },
  'dark colors': { on: (page) => page.getByRole('button', { name: 'Dark colors' }).first() },
  'another screen': { on: (page) => page.getByRole('link', { name: 'Guidelines' }).first() },
  'back home': { on: (page) => page.getByRole('link', { name: 'Home', exact: true }) },
};

/** What each touch has cost, in milliseconds, round by round. */
const costs: Record<string, number[]> = {};

for (let round = 1; round <= ROUNDS; round += 1) {
  test(`round ${round}`, async ({ page }) => {
    await enterAsGuest(page);
    await page.waitForLoadState('networkidle');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    for (const [name, touch] of Object.entries(touches)) {
      const act = await prepared(page, touch);
      const before = await workSoFar(devtools);
      await act();
      await nextPaint(page);
      costs[name] ??= [];
      costs[name].push((await workSoFar(devtools)) - before);
    }
  });
}

test('every touch is answered with less than 100 ms of work', () => {
  for (const name of Object.keys(touches)) {
    const sorted = (costs[name] ?? []).toSorted((a, b) => a - b);
    expect(sorted, 'each round was measured').toHaveLength(ROUNDS);
    const cost = sorted[Math.floor(ROUNDS / 2)] ?? Number.NaN;
    console.log(`${name}: ${cost.toFixed(0)} ms`);
    expect.soft(cost, `${name}, in ms`).toBeLessThanOrEqual(ALLOWED_MS);
  }
});

/** To look for things is the tool's work and not the page's: it is done before. */
async function prepared(page: Page, { on, key }: Touch): Promise<() => Promise<void>> {
  const target = on(page);
  if (key) {
    await target.focus();
    return () => page.keyboard.press(key);
  }
  await target.click({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error('What is to be touched is not on the screen.');
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

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
