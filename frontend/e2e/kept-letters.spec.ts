/** A letter that a subscriber keeps with the account, on the real stack: from one browser to another, and gone from both. */
import type { Page } from '@playwright/test';
import { rows } from './database';
import { askButton, expect, expectAccessible, test } from './journey';
import { signInByEmail, someone } from './sign-in';

const lettersOf = async (address: string): Promise<number> => {
  const [counted] = await rows<{ letters: number }>(
    `select count(*)::int as letters from kept_letter
     join app_user on app_user.id = kept_letter.owner_id where email = $1`,
    [address],
  );
  return counted?.letters ?? 0;
};

const setPremium = (address: string, until: string) =>
  rows('update app_user set manual_premium_until = $2 where email = $1', [address, until]);

const choice = (page: Page) =>
  page.getByRole('checkbox', { name: 'Also keep them with my account' });
const letters = (page: Page) => page.getByRole('region', { name: 'Letters you kept' });

/** Keeps the letter of a topic, and returns its title. */
async function keepLetter(page: Page): Promise<string> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Grief & loss' }).click();
  await askButton(page).click();
  await expect(page).toHaveURL(/\/result$/);
  await page.getByRole('button', { name: 'Keep this on my device' }).click();
  return page.getByRole('heading', { level: 1 }).innerText();
}

test('a letter goes with the account from one browser to another, and is removed from both', async ({
  page,
  browser,
  baseURL,
}) => {
  const address = someone();
  await signInByEmail(page, address, '/mine');
  await expect(letters(page)).toBeVisible();
  await expect(choice(page)).toHaveCount(0);
  await setPremium(address, '2099-01-01');
  const title = await keepLetter(page);
  await page.goto('/mine');
  await expect(choice(page)).not.toBeChecked();
  expect(await lettersOf(address)).toBe(0);
  await choice(page).click();
  await expect(page.getByText('Done. Your account keeps your letters now.')).toBeVisible();
  await expect(choice(page)).toBeChecked();
  expect(await lettersOf(address)).toBe(1);
  await expectAccessible(page);

  const another = await browser.newContext(baseURL ? { baseURL } : {});
  const elsewhere = await another.newPage();
  await signInByEmail(elsewhere, address, '/mine');
  const link = letters(elsewhere).getByRole('link', { name: title });
  await expect(link).toBeVisible();
  await expect(choice(elsewhere)).toBeChecked();
  await elsewhere.evaluate(() => navigator.serviceWorker.ready);
  await elsewhere.reload();
  await expect(link).toBeVisible();
  await another.setOffline(true);
  await link.click();
  await expect(elsewhere.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await elsewhere.goBack();
  await another.setOffline(false);

  await letters(elsewhere)
    .getByRole('button', { name: `Remove: ${title}` })
    .click();
  await expect(
    elsewhere.getByText('Removed from this device. It goes from your account, too.'),
  ).toBeVisible();
  await expect.poll(() => lettersOf(address)).toBe(0);
  await elsewhere.getByRole('button', { name: 'Put it back' }).click();
  await expect.poll(() => lettersOf(address)).toBe(1);
  await letters(elsewhere)
    .getByRole('button', { name: `Remove: ${title}` })
    .click();
  await expect.poll(() => lettersOf(address)).toBe(0);
  await another.close();

  await signInByEmail(page, address, '/mine');
  await expect(choice(page)).toBeChecked();
  await expect(letters(page).getByRole('link', { name: title })).toHaveCount(0);
});

test('after Premium the letters stay until they are removed or the choice is turned off', async ({
  page,
}) => {
  const address = someone();
  await signInByEmail(page, address, '/mine');
  await setPremium(address, '2099-01-01');
  await keepLetter(page);
  await page.goto('/mine');
  await choice(page).click();
  await expect.poll(() => lettersOf(address)).toBe(1);
  await setPremium(address, '2020-01-01');
  await page.reload();
  await expect(page.getByText('Your Premium has ended.')).toBeVisible();
  await expectAccessible(page);
  await choice(page).click();
  await expect(page.getByText('Your account has no letters any more')).toBeVisible();
  expect(await lettersOf(address)).toBe(0);
  await expect(letters(page).getByRole('listitem')).toHaveCount(1);
});
