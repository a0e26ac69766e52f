/** The psalm of the hour: offline, two quiet minutes, a picture and a link for a friend. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './journey';

/** Half past ten in the evening. */
const NIGHT = '2026-11-26T22:30:00-05:00';

test('the landing page leads to the psalm, and a friend gets it as a picture or by a link', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.setFixedTime(new Date(NIGHT));
  await page.goto('/');
  await page.getByRole('link', { name: /Tonight’s psalm/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tonight’s psalm' })).toBeVisible();
  const reference = await page.getByRole('main').locator('cite').innerText();
  const words = await page.getByRole('main').locator('blockquote').innerText();

  await page.getByRole('button', { name: 'Send to a friend' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the picture' }).click();
  const picture = await readFile(await (await download).path());
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  // Width and height (PNG, section 11.2.2).
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1080, 1350]);

  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByText('The link is copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(decodeURIComponent(new URL(link).pathname)).toBe(`/passage/${reference}`);
  await page.goto(link);
  await expect(page.getByText(words)).toBeVisible();
  await page.getByRole('link', { name: 'Begin' }).click();
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
});

test('offline the psalm opens, is prayed with, and makes a reminder', async ({ page, context }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.goto('/today');
  await expect(page.getByRole('heading', { level: 1, name: /psalm/ })).toBeVisible();

  const pray = page.getByRole('button', { name: 'Pray with this' });
  await pray.click();
  await expect(page.getByText('Breathe in')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Two quiet minutes' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pray).toBeFocused();

  await page.getByRole('button', { name: 'Remind me each day' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add to my calendar' }).click();
  const calendar = await readFile(await (await download).path(), 'utf8');
  expect(calendar).toContain('RRULE:FREQ=DAILY\r\n');
});
