import { expect, type Page } from '@playwright/test';

/** Only where people pay, the payment provider's own script may come. */
const paid = /^\/subscribe(\/|$)/;

/** Fails when the document would load or warm up anything from elsewhere, whether or not it was asked for yet. */
export async function expectNoStrangers(page: Page): Promise<void> {
  if (paid.test(new URL(page.url()).pathname)) return;
  expect(await page.evaluate(namesOfOthers), 'in the document').toEqual([]);
}

function namesOfOthers(): string[] {
  const loading =
    'script[src], img[src], iframe, source, video, audio, link[rel~="preconnect"], link[rel~="dns-prefetch"], link[rel~="preload"], link[rel~="stylesheet"], link[rel~="icon"]';
  return [...document.querySelectorAll<HTMLElement>(loading)]
    .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
    .filter(
      (address) => address !== '' && new URL(address, location.href).origin !== location.origin,
    )
    .filter((address) => !/^(data|blob):/.test(address));
}
