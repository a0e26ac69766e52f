/** A teaching document on the real stack, from upload to library: read, searched, quoted, deleted. */
import type { Page } from '@playwright/test';
import { rows } from './database';
import { ask, expect, test } from './journey';
import { signInByEmail, someone } from './sign-in';
import { enterAsStaff } from './staff';

const PAGES = [
  'On patience. The farmer sows in autumn and sees nothing for a long time. He does not dig the seed up again to look \
   whether it lives. He mends his fences, he feeds his animals, and he trusts the dark soil with what he gave it. Much \
   of what is good in us was sown by somebody who never saw it come up, and who went home content in the evening.',
  'On the empty chair. When your mother has died, the house is full of her: her cup, her coat, her handwriting on the \
   calendar. Grief is love that has nowhere to go, and so it goes round and round in the kitchen at night. Nobody who \
   mourns a mother needs to be told to be brave. Sit down beside them. Weep with them. The Lord himself wept at the \
   grave of his friend, though he knew what he was about to do there, and he was not ashamed of his tears.',
];

/** A real PDF, printed by the browser. */
async function printed(page: Page): Promise<Buffer> {
  const paper = await page.context().newPage();
  await paper.setContent(PAGES.map((text) => `<p style="break-after: page">${text}</p>`).join(''));
  const pdf = await paper.pdf({ format: 'A5' });
  await paper.close();
  return pdf;
}

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: name });

test('a document is uploaded, processed, found, quoted and deleted', async ({ page, browser }) => {
  // A long test: it runs the whole flow with two browsers.
  test.slow();
  const title = `The empty chair ${crypto.randomUUID().slice(0, 8)}`;
  const staff = await (await browser.newContext()).newPage();
  await enterAsStaff(staff, 'Ruth', '?tab=uploads');
  await staff.getByLabel('Choose files').setInputFiles({
    name: `${title}.pdf`,
    mimeType: 'application/pdf',
    buffer: await printed(staff),
  });
  await expect(row(staff, title)).toContainText('Completed', { timeout: 40_000 });
  await expect(row(staff, title)).toContainText('2 pages');

  const address = someone();
  await signInByEmail(page, address, '/library');
  await expect(page.getByText(title)).toBeVisible();
  await expect(page.getByText('Reading is part of Premium')).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toHaveCount(0);
  await rows('update app_user set manual_premium_until = $2 where email = $1', [
    address,
    '2099-01-01',
  ]);
  await page.reload();

  const found = page.getByRole('region', { name: 'Search results' });
  await expect(async () => {
    await page.goto('/library?q=handwriting on the calendar');
    await expect(found).toContainText(title, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expect(found.locator('mark').first()).toBeVisible();
  await found.getByRole('link', { name: 'Page 2' }).click();
  await expect(page.getByRole('heading', { name: 'Page 2 of 2' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find in this book' }).fill('farmer');
  await page.getByRole('button', { name: 'Search' }).click();
  await found.getByRole('link', { name: 'Page 1' }).click();
  await expect(page.getByRole('article')).toContainText('trusts the dark soil');

  await page.goto('/');
  await ask(
    page,
    'My mother died in spring. I mourn her in the kitchen at night and cannot stop weeping.',
  );
  const quoted = page.getByRole('region', { name: 'From our teachers' });
  await expect(quoted).toContainText(`${title}, p. 2`);
  await quoted.getByRole('link', { name: `${title}, p. 2` }).click();
  await expect(page.getByRole('heading', { name: 'Page 2 of 2' })).toBeVisible();

  await row(staff, title)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row(staff, title)).toHaveCount(0);
  await expect(async () => {
    await page.goto('/library?q=handwriting on the calendar');
    await expect(found).toContainText('Nothing found', { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await staff.context().close();
});
