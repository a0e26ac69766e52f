import { expect, type Page } from '@playwright/test';

/** Fails when *Help now* of the navigation is not wholly in the window, wherever the page is scrolled to. */
export async function expectHelpInView(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(findHelpOutOfView), { message: where }).toEqual([]);
}

/** Links to help that are out of the window, with their place. Runs in the page. */
function findHelpOutOfView(): string[] {
  return [...document.querySelectorAll('nav a[href="/instant-support"]')].flatMap((link) => {
    const { top, bottom } = link.getBoundingClientRect();
    if (bottom > top && top >= 0 && Math.floor(bottom) <= innerHeight) return [];
    return [`from ${top} to ${bottom} px of ${innerHeight}`];
  });
}
