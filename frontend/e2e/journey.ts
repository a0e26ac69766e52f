/** What every journey begins with: a visitor of its own, from an address of its own, who calls nobody but us. */
import { test as base, expect, type Page } from '@playwright/test';
import axeCore from 'axe-core';

interface Journey {
  /** Origins which a journey goes to on purpose: who people sign in with. */
  partners: string[];
  /** Whether opening a page waits until the app has taken the place of its first picture. */
  waitsForApp: boolean;
  /** Addresses of other origins which the page asked for; must stay empty. */
  strangers: string[];
}

const part = () => 1 + Math.floor(Math.random() * 254);

export const test = base.extend<Journey>({
  // The server counts by address prefix as well; each journey gets a prefix of its own.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'X-Forwarded-For': `10.${part()}.${part()}.${part()}` });
  },
  partners: [[], { option: true }],
  waitsForApp: [true, { option: true }],
  page: async ({ page, waitsForApp }, use) => {
    const { goto, reload } = page;
    const appCame = () =>
      page.locator('#root[data-first-picture], #root:empty').waitFor({ state: 'detached' });
    if (waitsForApp) {
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
    await use(page);
  },
  strangers: [
    async ({ page, baseURL, partners }, use) => {
      const strangers: string[] = [];
      page.on('request', (request) => {
        const url = new URL(request.url());
        const known = [baseURL, ...partners].includes(url.origin);
        const ours = ['data:', 'blob:'].includes(url.protocol) || known;
        if (!ours) strangers.push(request.url());
      });
      await use(strangers);
      expect(strangers, 'requests to another origin').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Enters as a guest, by the link that a visitor uses. */
export async function enterByTheDoor(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(struggle(page)).toBeVisible();
}

/** Is a guest already, as after a reload: the landing page is not drawn once more. */
export async function enterAsGuest(page: Page): Promise<void> {
  // Any address of this origin will do to write what a guest's tab remembers.
  await page.goto('/healthz');
  await page.evaluate(() => sessionStorage.setItem('stillwater:guest', '1'));
  await page.goto('/');
  await expect(struggle(page)).toBeVisible();
}

export const struggle = (page: Page) =>
  page.getByRole('textbox', { name: 'What are you carrying?' });

export const askButton = (page: Page) =>
  page.getByRole('button', { name: /Get Guidance & Support|Daily Limit Reached/ });

/** Asks in words, and waits until the server has answered. */
export async function ask(page: Page, words: string): Promise<void> {
  await struggle(page).fill(words);
  const answered = page.waitForResponse('**/api/guidance');
  await askButton(page).click();
  await answered;
}

/** Waits until the screen is drawn with what it shows, and no outline stands for anything. */
export async function drawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

/** Uses one request by topic and comes back home. */
export async function askByTopic(page: Page, topic: string): Promise<void> {
  await page.getByRole('button', { name: topic, exact: true }).click();
  await askButton(page).click();
  await expect(page.getByText('Message of Hope')).toBeVisible();
  await page.getByRole('link', { name: 'Get More Guidance' }).click();
  await expect(struggle(page)).toBeVisible();
}

/** Fails on any finding of axe in either theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

/** Fails on any finding of axe, by name and place. */
export async function expectAccessible(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axeCore.source);
  // While a menu is open, the page behind it is hidden from everybody.
  const inMenu = await page.getByRole('menu').isVisible();
  // The outline of a screen that is still coming has no words yet.
  const isComing = await page.getByRole('status', { name: 'Loading' }).isVisible();
  expect(await page.evaluate(findInaccessible, { inMenu, isComing })).toEqual([]);
}

/** What axe finds, by name and place. Runs in the page. */
async function findInaccessible({ inMenu, isComing }: { inMenu: boolean; isComing: boolean }) {
  const { axe } = window as unknown as { axe: typeof axeCore };
  const { violations } = await axe.run(inMenu ? { include: ['[role="menu"]'] } : document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: isComing ? { 'page-has-heading-one': { enabled: false } } : {},
    // What is in order need not be told.
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}
