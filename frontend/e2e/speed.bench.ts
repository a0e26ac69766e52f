/**
 * Main-thread work per interaction, on the production build, in CPU time rather than wall-clock time. `bin/bench web`
 * runs it; no test does.
 */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { askButton, enterAsGuest, expect, struggle, test } from './journey';

const ALLOWED_MS = 100;
/** Number of rounds; the median counts. */
const ROUNDS = Number(process.env.ROUNDS ?? 3);

const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A tap, or a key press while an element has focus. */
interface Touch {
  on: (page: Page) => Locator;
  key?: string;
}

/** The most common interactions, one tap or key press each. */
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

/** The cost of each interaction in milliseconds, per round. */
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

test('every interaction takes less than 100 ms of work', () => {
  for (const name of Object.keys(touches)) {
    const sorted = [...(costs[name] ?? [])].sort((a, b) => a - b);
    expect(sorted, 'each round was measured').toHaveLength(ROUNDS);
    const cost = sorted[Math.floor(ROUNDS / 2)] ?? Number.NaN;
    console.log(`${name}: ${cost.toFixed(0)} ms`);
    expect.soft(cost, `${name}, in ms`).toBeLessThanOrEqual(ALLOWED_MS);
  }
});

/** Locating elements is work of the tool, so it is done first. */
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

/** Milliseconds of work on the page's main thread. */
async function workSoFar(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser does not say how long it has worked.');
  return seconds * 1000;
}

/** Waits until the change is painted. */
const nextPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
