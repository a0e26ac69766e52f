import { expect, type Page } from '@playwright/test';

/** Fails when words are cut off, or lie where only scrolling sideways would reach them. */
export async function expectNothingLost(page: Page, where: string): Promise<void> {
  // An open menu finds its new place a moment after the window has changed.
  await expect.poll(() => page.evaluate(findLost), { message: where }).toEqual([]);
}

/** Words which cannot be read at this size. Runs in the page. */
function findLost(): string[] {
  const lost: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) lost.push(`the page is ${root.scrollWidth} px wide`);

  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim()) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width > 1 && isCut(line, element)) lost.push(node.textContent.trim().slice(0, 60));
    }
  }
  return lost;

  /** Whether a line of text reaches out of a box that hides what is outside of it. */
  function isCut(line: DOMRect, element: Element): boolean {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, clipPath, webkitLineClamp } = getComputedStyle(box);
      // Words for screen readers are hidden from the eye on purpose.
      if (clipPath !== 'none') return false;
      // Text that is shortened on purpose can be opened.
      if (webkitLineClamp !== 'none') return false;
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      // Only rows of chips and tabs go on beyond their edge, and scroll sideways; all else scrolls down.
      if (box.closest('fieldset, [role="tablist"]')) return false;
      if (overflowX === 'auto' || overflowX === 'scroll') {
        return box.scrollWidth > box.clientWidth + 1;
      }
      if (line.left < left - 1 || line.right > right + 1) return true;
      if (line.top < top - 1 || line.bottom > bottom + 1) return true;
      // A dialog stands above the page, and nothing around it can cut it.
      if (box instanceof HTMLDialogElement) break;
    }
    return line.left < -1 || line.right > window.innerWidth + 1;
  }
}
