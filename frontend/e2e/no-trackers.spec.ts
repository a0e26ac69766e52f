/** The proof that nobody else learns of a visit: every screen in every state, and no request to another origin. */
import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { states } from './states';

/** Only where people pay, the payment provider's own script may come. */
const paid = /^\/subscribe(\/|$)/;

test.use({ serviceWorkers: 'block' });

for (const [name, open] of Object.entries(states)) {
  test(`${name} calls nobody but us`, async ({ page, baseURL }) => {
    const asked = await watchAddresses(page, baseURL ?? '');
    await open(page);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    if (!paid.test(new URL(page.url()).pathname)) expect(asked).toEqual([]);
    expect(await namesOfOthers(page), 'in the document').toEqual([]);
  });
}

/** Addresses of other origins that anything in the browser asks for: page, frame or worker. */
async function watchAddresses(page: Page, baseURL: string): Promise<string[]> {
  const asked: string[] = [];
  const ours = new URL(baseURL).origin;
  page.context().on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== ours) asked.push(request.url());
  });
  return asked;
}

/** What the document would load or warm up from elsewhere, whether or not it was asked for yet. */
const namesOfOthers = (page: Page) =>
  page.evaluate((payment) => {
    const loading =
      'script[src], img[src], iframe, source, video, audio, link[rel~="preconnect"], link[rel~="dns-prefetch"], link[rel~="preload"], link[rel~="stylesheet"], link[rel~="icon"]';
    if (new RegExp(payment).test(location.pathname)) return [];
    return [...document.querySelectorAll<HTMLElement>(loading)]
      .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
      .filter(
        (address) => address !== '' && new URL(address, location.href).origin !== location.origin,
      )
      .filter((address) => !/^(data|blob):/.test(address));
  }, paid.source);
