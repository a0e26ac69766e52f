import { expect, type Page } from '@playwright/test';

/** Fails when a touch target is too small. Links in sentences are exempt, as in WCAG 2.5.8. */
export async function expectLargeTargets(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(findSmall), { message: where }).toEqual([]);
}

/** Touch targets that are too small, with their size. Runs in the page. */
function findSmall(): string[] {
  const least = 44;
  const pressed = 'a[href], button, input, select, textarea, summary, [role="button"]';
  return [...document.querySelectorAll<HTMLElement>(pressed)].flatMap((element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    // Screen-reader-only controls are clipped to a point; their label is the target.
    if (getComputedStyle(element).clipPath !== 'none' || isInSentence(element)) return [];
    const sizes = [element, ...labelsOf(element)].map((part) => part.getBoundingClientRect());
    const width = Math.max(...sizes.map((size) => size.width));
    const height = Math.max(...sizes.map((size) => size.height));
    if (Math.round(width) >= least && Math.round(height) >= least) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    return [`${element.localName} ${name.slice(0, 40)}: ${width} × ${height}`];
  });

  function labelsOf(element: HTMLElement): Element[] {
    const isTicked = element instanceof HTMLInputElement && /checkbox|radio/.test(element.type);
    return isTicked ? [...(element.labels ?? [])] : [];
  }

  /** Whether a link is part of a line of text. */
  function isInSentence(element: HTMLElement): boolean {
    if (getComputedStyle(element).display !== 'inline') return false;
    let box = element.parentElement;
    while (box && getComputedStyle(box).display === 'inline') box = box.parentElement;
    return (box?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);
  }
}
