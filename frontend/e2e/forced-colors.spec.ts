/** The screens in colours that the reader has set: nothing is told by a fill alone. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './journey';
import { states } from './states';

test.use({ contextOptions: { forcedColors: 'active' }, serviceWorkers: 'block' });

for (const name of [
  'landing',
  'home-topic-chosen',
  'crisis',
  'result-stories',
  'testimony-errors',
  'instant-support',
  'resources-filtered',
  'profile-free',
]) {
  test(`${name}: every control has a frame, and axe finds nothing`, async ({ page }) => {
    await states[name]?.(page);
    await expectAccessible(page);
    expect(await page.evaluate(framelessControls)).toEqual([]);
    await expect(page.locator('.scene:visible')).toHaveCount(0);
  });
}

test('a chosen topic is told by the reader’s own colour of choice', async ({ page }) => {
  await states['home-topic-chosen']?.(page);
  const ground = (chip: Locator) =>
    chip.evaluate((element) => getComputedStyle(element).backgroundColor);
  const chosen = await ground(chip(page, 'Fear'));
  expect(chosen).not.toBe(await ground(chip(page, 'Anger')));
});

const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Round buttons with words in them which would be bare words. Runs in the page. */
function framelessControls(): string[] {
  return [
    ...document.querySelectorAll<HTMLElement>(
      'main button[class*="bg-"], main a[class*="bg-"], dialog button',
    ),
  ]
    .filter((control) => control.checkVisibility() && control.textContent?.trim())
    .filter((control) => Number.parseFloat(getComputedStyle(control).borderTopWidth) < 1)
    .map((control) => control.textContent?.trim() ?? '');
}
