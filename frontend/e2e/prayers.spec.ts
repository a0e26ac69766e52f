/** A prayer on the real stack, from writing to answer: its author, the prayer team, and an expiring Premium. */
import type { Page } from '@playwright/test';
import { rows } from './database';
import { expect, test } from './journey';
import { signInByEmail, someone } from './sign-in';
import { enterAsStaff } from './staff';

/** Grants or revokes premium directly in the account's row. */
const premiumUntil = (address: string, until: string) =>
  rows('update app_user set manual_premium_until = $2 where email = $1', [address, until]);

async function prayersOf(address: string): Promise<number> {
  const [counted] = await rows<{ prayers: number }>(
    `select count(*)::int as prayers from prayer join app_user on app_user.id = prayer.owner_id
     where email = $1`,
    [address],
  );
  return counted?.prayers ?? 0;
}

/** A premium account on its open prayers page. */
async function enterWithPremium(page: Page): Promise<string> {
  const address = someone();
  await signInByEmail(page, address, '/prayers');
  await expect(page.getByText('Prayer requests are part of Premium')).toBeVisible();
  await premiumUntil(address, '2099-01-01');
  await page.reload();
  await expect(words(page)).toBeVisible();
  return address;
}

const words = (page: Page) =>
  page.getByRole('textbox', { name: 'What would you like to pray for?' });
const cards = (page: Page) =>
  page.getByRole('list', { name: 'Your prayers' }).getByRole('listitem');

async function write(page: Page, text: string) {
  await words(page).fill(text);
  await page.getByRole('button', { name: 'Save this prayer' }).click();
}

test('a prayer is saved, shared, prayed for, answered and deleted', async ({ page, browser }) => {
  const address = await enterWithPremium(page);
  const prayer = `Thank you for the garden this year. ${crypto.randomUUID()}`;
  await page.getByRole('switch', { name: 'Share with the prayer team' }).click();
  await write(page, prayer);
  await expect(cards(page)).toHaveCount(1);
  await expect(words(page)).toHaveValue('');

  const staff = await (await browser.newContext()).newPage();
  await enterAsStaff(staff, 'Ruth', '?tab=prayers');
  const shown = staff.getByRole('listitem').filter({ hasText: prayer });
  await expect(shown).toBeVisible();
  await expect(shown).not.toContainText(address);
  await shown.getByRole('button', { name: 'Prayed for' }).click();
  await expect(shown.getByRole('button', { name: 'Prayed for again' })).toBeVisible();
  await staff.context().close();

  await page.reload();
  await expect(page.getByText('Somebody prayed for this on')).toBeVisible();
  await page.getByRole('button', { name: /^Mark the prayer from/ }).click();
  await page.getByLabel('How was it answered?').fill('There were apples until November.');
  await page.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(page.getByText('There were apples until November.')).toBeVisible();

  await premiumUntil(address, '2020-01-01');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Premium has ended' })).toBeVisible();
  await expect(page.getByText(prayer)).toBeVisible();
  await page.getByRole('button', { name: /^Delete the prayer from/ }).click();
  await page.getByRole('button', { name: 'Delete prayer' }).click();
  await expect(page.getByText('Your prayer was deleted.')).toBeVisible();
  await expect(page.getByText(prayer)).toHaveCount(0);
});

test('a prayer that mentions danger shows the helplines and is saved', async ({ page }) => {
  const address = await enterWithPremium(page);
  await write(page, 'Lord, I want to end my life tonight.');
  await expect(
    page.getByRole('alertdialog', { name: 'Immediate Support Available' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'I Understand' }).click();
  // The helplines appear before a busy server has stored the prayer.
  await expect.poll(() => prayersOf(address)).toBe(1);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
});

test('an unsent prayer is kept across screens', async ({ page }) => {
  await enterWithPremium(page);
  await words(page).fill('For rain on the fields.');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('button', { name: 'My Account' }).click();
  await page.getByRole('menuitem', { name: 'Prayer Requests' }).click();
  await expect(words(page)).toHaveValue('For rain on the fields.');
});
