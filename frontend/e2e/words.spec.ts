/** Specified details beyond static text: placeholders, links, truncation. */
import { expect, test } from './journey';
import { states } from './states';

for (const [name, placeholder] of [
  ['home', /anxious about work/],
  ['resources', 'Search resources...'],
] as const) {
  test(`${name} has the specified placeholder`, async ({ page }) => {
    await states[name]?.(page);
    await expect(page.getByPlaceholder(placeholder)).toBeVisible();
  });
}

test('each of the four contacts is a call or text link, day and night', async ({ page }) => {
  await states['instant-support']?.(page);
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /day and night\./i });
  await expect(cards).toHaveCount(4);
  const hrefs = await cards
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual([
    'tel:911',
    'tel:988',
    'sms:988',
    'sms:741741?&body=HOME',
    'tel:18007997233',
  ]);
});

test('a testimony is truncated at 100 characters, and only a longer one can be expanded', async ({
  page,
}) => {
  await states['result-testimonies']?.(page);
  await page.getByRole('button', { name: 'Show less' }).click();
  const cut = page.getByText(/^After my mother died/);
  expect(await cut.textContent()).toMatch(/^.{100}\.\.\.$/s);
  await expect(page.getByRole('button', { name: 'Read more' })).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Show stories' }).uncheck();
  await expect(cut).toBeHidden();
});
