import { expect, type Page } from '@playwright/test';

/** The payment document alone may load the payment provider's script. */
const paid = /^\/subscribe(\/|$)/;

/** Fails when the document refers to another origin in any tag that loads or preconnects. */
export async function expectNoOtherOrigins(page: Page): Promise<void> {
  if (paid.test(new URL(page.url()).pathname)) return;
  expect(await page.evaluate(findOtherOrigins), 'in the document').toEqual([]);
}

function findOtherOrigins(): string[] {
  const loading =
    'script[src], img[src], iframe, source, video, audio, link[rel~="preconnect"], link[rel~="dns-prefetch"], link[rel~="preload"], link[rel~="stylesheet"], link[rel~="icon"]';
  return [...document.querySelectorAll<HTMLElement>(loading)]
    .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
    .filter(
      (address) => address !== '' && new URL(address, location.href).origin !== location.origin,
    )
    .filter((address) => !/^(data|blob):/.test(address));
}
