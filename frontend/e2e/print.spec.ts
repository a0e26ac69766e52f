/** The printed letter: black text, and no interactive controls. */
import { expect, test } from './journey';
import { expectNothingClipped } from './nothing-clipped';
import { states } from './states';

test('a printed letter has the title, the message, the passage and the testimonies', async ({
  page,
}) => {
  await states['result-testimonies']?.(page);
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  // The printable width of an A4 sheet.
  await page.setViewportSize({ width: 627, height: 956 });

  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  for (const words of [
    'Message of Hope',
    'World English Bible',
    'Stories of Hope',
    /From the library:\s+Letters on Rest\s*, p\. 12/,
  ]) {
    await expect(page.getByText(words).first()).toBeVisible();
  }
  for (const element of await page.locator('nav, button, input, footer, header, svg').all()) {
    await expect(element).toBeHidden();
  }
  const colours = await page
    .locator('main :is(h1, p, blockquote, figcaption, cite)')
    .evaluateAll((elements) => [
      ...new Set(elements.map((element) => getComputedStyle(element).color)),
    ]);
  expect(colours).toEqual(['rgb(0, 0, 0)']);
  expect(
    await page
      .locator('main')
      .evaluate((main) => getComputedStyle(main.parentElement ?? main).backgroundColor),
  ).toBe('rgba(0, 0, 0, 0)');
  await expectNothingClipped(page, 'on paper');
});
