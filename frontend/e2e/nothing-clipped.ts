import { expect, type Page } from '@playwright/test';

/** Fails when text is clipped or reachable only by sideways scrolling. */
export async function expectNothingClipped(page: Page, where: string): Promise<void> {
  // An open menu is repositioned a moment after the window has changed.
  await expect.poll(() => page.evaluate(findClipped), { message: where }).toEqual([]);
}

/** Text that cannot be read at this size. Runs in the page. */
function findClipped(): string[] {
  const lost: string[] = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) lost.push(`the page is ${root.scrollWidth} px wide`);

  // A hidden label is positioned: if the box that scrolls around it is not, it makes the page longer, and blank.
  for (const label of document.querySelectorAll<HTMLElement>('.sr-only')) {
    const box = scrollingBox(label);
    if (box && !box.contains(label.offsetParent))
      lost.push(`outside its list: ${label.textContent}`);
  }

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

  function scrollingBox(label: Element): Element | null {
    let box = label.parentElement;
    while (box && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
    return box === root || box === document.body ? null : box;
  }

  /** Whether a line of text overflows a box that clips it. */
  function isCut(line: DOMRect, element: Element): boolean {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, clipPath, webkitLineClamp } = getComputedStyle(box);
      // Screen-reader-only text is hidden on purpose.
      if (clipPath !== 'none') return false;
      // Text truncated on purpose can be expanded.
      if (webkitLineClamp !== 'none') return false;
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      // Only rows of chips and tabs scroll sideways; everything else scrolls down.
      if (box.closest('fieldset, [role="tablist"]')) return false;
      if (overflowX === 'auto' || overflowX === 'scroll') {
        return box.scrollWidth > box.clientWidth + 1;
      }
      if (line.left < left - 1 || line.right > right + 1) return true;
      if (line.top < top - 1 || line.bottom > bottom + 1) return true;
      // A dialog is in the top layer, so no ancestor clips it.
      if (box instanceof HTMLDialogElement) break;
    }
    return line.left < -1 || line.right > window.innerWidth + 1;
  }
}
