/** The base fixture of the browser tests: each test has its own visitor and IP address and calls no other origin. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page, type Request } from '@playwright/test';
import type axeCore from 'axe-core';

interface Journey {
  /** Other origins a test visits on purpose: sign-in providers. */
  partners: string[];
  /** Whether opening a page waits until the app has replaced its first picture. */
  waitsForApp: boolean;
  /** Other origins the page requested; must stay empty. */
  otherOrigins: string[];
}

const part = () => 1 + Math.floor(Math.random() * 254);

export const test = base.extend<Journey>({
  // The server limits by IP prefix as well, so each test gets its own prefix.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures to inject from this pattern.
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'X-Forwarded-For': `10.${part()}.${part()}.${part()}` });
  },
  partners: [[], { option: true }],
  waitsForApp: [true, { option: true }],
  page: async ({ page, waitsForApp }, use) => {
    if (waitsForApp) waitForApp(page);
    await use(page);
  },
  otherOrigins: [
    async ({ page, baseURL, partners }, use) => {
      const otherOrigins: string[] = [];
      const note = (request: Request) => {
        const url = new URL(request.url());
        const known = [baseURL, ...partners].includes(url.origin);
        const ours = ['data:', 'blob:'].includes(url.protocol) || known;
        if (!ours) otherOrigins.push(request.url());
      };
      page.on('request', note);
      await use(otherOrigins);
      page.off('request', note);
      expect(otherOrigins, 'requests to another origin').toEqual([]);
    },
    { auto: true },
  ],
});

/** From here on opening a page waits until the app has replaced its first picture. */
export function waitForApp(page: Page): void {
  const { goto, reload } = page;
  const appCame = () =>
    page.locator('#root[data-first-picture], #root:empty').waitFor({ state: 'detached' });
  page.goto = async (...to) => {
    const response = await goto.apply(page, to);
    await appCame();
    return response;
  };
  page.reload = async (...how) => {
    const response = await reload.apply(page, how);
    await appCame();
    return response;
  };
}

export { expect };

/** Enters as a guest through the link on the landing page. */
export async function enterFromLandingPage(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(struggle(page)).toBeVisible();
}

/** Marks the tab as that of a guest, as it is after a reload, without rendering a screen. */
export async function markAsGuest(page: Page): Promise<void> {
  // Any URL of this origin works for writing the tab's session storage.
  if (!page.url().endsWith('/healthz')) await page.goto('/healthz');
  await page.evaluate(() => sessionStorage.setItem('stillwater:guest', '1'));
}

/** Starts at home as a guest, without rendering the landing page. */
export async function enterAsGuest(page: Page): Promise<void> {
  await markAsGuest(page);
  await page.goto('/');
  await expect(struggle(page)).toBeVisible();
}

export const struggle = (page: Page) =>
  page.getByRole('textbox', { name: 'What are you carrying?' });

export const askButton = (page: Page) =>
  page.getByRole('button', { name: /Get Guidance & Support|Daily Limit Reached/ });

/** Submits a struggle as text and waits for the response. */
export async function ask(page: Page, words: string): Promise<void> {
  await struggle(page).fill(words);
  const answered = page.waitForResponse('**/api/guidance');
  await askButton(page).click();
  await answered;
}

/** Waits until the screen has rendered its content and shows no skeleton. */
export async function drawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

/** Uses one request by topic and returns home. */
export async function askByTopic(page: Page, topic: string): Promise<void> {
  await page.getByRole('button', { name: topic, exact: true }).click();
  await askButton(page).click();
  await expect(page.getByText('Message of Hope')).toBeVisible();
  await page.getByRole('link', { name: 'Get More Guidance' }).click();
  await expect(struggle(page)).toBeVisible();
}

/** What is not minified takes a page twice as long to read. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe asks of colours. Its other rules find the same in either theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Fails on any axe violation in either theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await paintIn(page, 'dark');
  await expectAccessible(page, OF_COLOURS);
  await paintIn(page, 'light');
  await expectAccessible(page);
}

/** Changes the theme. Before the second frame some elements may still have the colours of the other one. */
async function paintIn(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
}

/** Fails on any axe violation, or on any of some rules. */
export async function expectAccessible(page: Page, rulesOnly?: string[]): Promise<void> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(AXE);
  // An open menu makes the page behind it inert.
  const inMenu = await page.getByRole('menu').isVisible();
  // A loading skeleton has no text yet.
  const isComing = await page.getByRole('status', { name: /^(Loading|Cargando)$/ }).isVisible();
  const how = { inMenu, isComing, rulesOnly };
  expect(await page.evaluate(findInaccessible, how)).toEqual([]);
}

interface How {
  inMenu: boolean;
  isComing: boolean;
  rulesOnly: string[] | undefined;
}

/** The axe violations, by rule and element. Runs in the page. */
async function findInaccessible({ inMenu, isComing, rulesOnly }: How) {
  const { axe } = window as unknown as { axe: typeof axeCore };
  const { violations } = await axe.run(inMenu ? { include: ['[role="menu"]'] } : document, {
    runOnly: rulesOnly
      ? { type: 'rule', values: rulesOnly }
      : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: isComing ? { 'page-has-heading-one': { enabled: false } } : {},
    // Passed rules need not be returned.
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}
