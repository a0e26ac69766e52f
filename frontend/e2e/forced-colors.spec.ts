/** The screens in forced colours: no meaning depends on a fill alone. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './journey';
import { states } from './states';

test.use({ contextOptions: { forcedColors: 'active' }, serviceWorkers: 'block' });

for (const name of [
  'landing',
  'home-topic-chosen',
  'crisis',
  'result-testimonies',
  'testimony-errors',
  'instant-support',
  'resources-filtered',
  'profile-free',
]) {
  test(`${name}: every control has a border, and axe passes`, async ({ page }) => {
    await states[name]?.(page);
    await expectAccessible(page);
    expect(await page.evaluate(framelessControls)).toEqual([]);
    await expect(page.locator('.scene:visible')).toHaveCount(0);
  });
}

test('a selected topic uses the system highlight colour', async ({ page }) => {
  await states['home-topic-chosen']?.(page);
  const ground = (chip: Locator) =>
    chip.evaluate((element) => getComputedStyle(element).backgroundColor);
  const chosen = await ground(chip(page, 'Fear'));
  expect(chosen).not.toBe(await ground(chip(page, 'Anger')));
});

test('the bars of the overview have the colour of text', async ({ page }) => {
  await states['staff-overview']?.(page);
  await expectAccessible(page);
  const colours = await page
    .getByRole('figure', { name: 'Said to be near', exact: true })
    .evaluate((figure) => [
      getComputedStyle(figure.querySelector('rect') ?? figure).fill,
      getComputedStyle(figure.querySelector('figcaption') ?? figure).color,
      getComputedStyle(document.body).backgroundColor,
    ]);
  expect(colours[0]).toBe(colours[1]);
  expect(colours[0]).not.toBe(colours[2]);
});

const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Filled round buttons that have no border in forced colours. Runs in the page. */
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
