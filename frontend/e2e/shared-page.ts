/**
 * Tests of one worker share a page: the browser starts its process and compiles the app once. Between two tests
 * everything that a test can leave behind is reset, so it suits tests that look at a screen and write little.
 */
import type { Browser, Page } from '@playwright/test';
import { test as journey, waitForApp } from './journey';

let shared: Page | undefined;

export const test = journey.extend({
  page: async ({ browser, baseURL, extraHTTPHeaders, viewport }, use) => {
    shared ??= await newPage(browser);
    const page = shared;
    // Any URL of this origin works for emptying what it stores; the screen before is gone by then.
    await page.goto('/healthz');
    await page.evaluate(() => sessionStorage.clear());
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', {
      origin: baseURL ?? '',
      storageTypes: 'all',
    });
    await session.detach();
    await page.setExtraHTTPHeaders(extraHTTPHeaders ?? {});
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: null });

    const { addInitScript } = page;
    const scripts: { dispose(): Promise<void> }[] = [];
    page.addInitScript = async (...script: Parameters<Page['addInitScript']>) => {
      const added = await addInitScript.apply(page, script);
      scripts.push(added);
      return added;
    };
    await use(page);
    page.addInitScript = addInitScript;
    for (const script of scripts) await script.dispose();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().clearPermissions();
  },
});

async function newPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  waitForApp(page);
  return page;
}
