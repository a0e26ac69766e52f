/** The audit trail and the roles of staff, on the real stack. */
import { readFile } from 'node:fs/promises';
import { expect, expectAccessibleInBothThemes, test } from './journey';
import { desk, phone } from './sizes';
import { act, another, enterAsStaff, handIn, opened, signIn, statusOf, tabTo } from './staff';

test('by keys alone: the history of a story, a saved filter, and the export', async ({ page }) => {
  // A long test: every step is a walk with Tab.
  test.slow();
  const name = `Naomi ${crypto.randomUUID().slice(0, 6)}`;
  await enterAsStaff(page, name);
  const id = await handIn(page, 'I could not sleep for a whole spring and told nobody.');
  await page.goto(`/admin?story=${id}`);
  await expect(act(page, 'Escalate')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByText(`Story …${id.slice(-8)} escalated.`)).toBeVisible();
  await page.goto(`/admin?status=escalated&story=${id}`);

  await tabTo(page, page.getByRole('link', { name: 'History' }));
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: /Lines of the audit trail/ });
  await expect(table.getByRole('row', { name: /escalated the story/ })).toContainText(
    'Pending → Escalated',
  );
  await expect(table.getByRole('row', { name: /submitted the story/ })).toBeVisible();
  await expect(table).toContainText(`${name} owner`);

  await tabTo(page, page.getByLabel('Staff name'));
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(table.getByRole('row', { name: /submitted the story/ })).toHaveCount(0);
  await expect(table.getByRole('row', { name: /escalated the story/ })).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: 'Save this filter' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Naomi and this story');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved as Naomi and this story.')).toBeVisible();
  await page.reload();
  await tabTo(page, page.getByRole('button', { name: 'Show everything' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?tab=audit$/);
  await tabTo(page, page.getByRole('radio', { name: 'Everything' }));
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/group=stories/);
  await tabTo(page, page.getByRole('button', { name: 'Naomi and this story', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`subject=${id}`));
  await expect(table.getByRole('row', { name: /escalated the story/ })).toBeVisible();

  await page.keyboard.press('Shift+Tab');
  await tabTo(page, page.getByRole('button', { name: 'Export as CSV' }));
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^stillwater-audit-\d{4}-\d{2}-\d{2}\.csv$/);
  const file = await readFile(await download.path(), 'utf8');
  const records = file.trimEnd().split('\r\n');
  expect(records).toHaveLength(2);
  expect(records[0]).toBe(
    '\uFEFF"line","at","actor","name","role","action","subject","subject id","details"',
  );
  expect(records[1]).toContain(`"admin","${name}","owner","story.escalated","story","${id}"`);
  await expect(page.getByText('The file is saved.')).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: 'Remove the filter Naomi and this story' }));
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('button', { name: 'Naomi and this story', exact: true }),
  ).toBeHidden();
  await page.goto('/admin?tab=audit&group=staff');
  await expect(table.getByRole('row', { name: new RegExp(name) }).first()).toContainText(
    '1 line, about',
  );
});

test('the audit trail is accessible on a phone and at a desk', async ({ page }) => {
  await enterAsStaff(page, 'Ruth', '?tab=audit&group=staff');
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await expect(page.getByRole('row').last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save this filter' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${size.width} px`).toBeLessThanOrEqual(0);
  }
});

test('a reader reads stories and the trail, and decides nothing', async ({ page, browser }) => {
  await enterAsStaff(page);
  const id = await handIn(page, 'My father and I learned to talk again after the funeral.');
  const reader = await another(browser);
  await reader.goto(`/admin?story=${id}`);
  await signIn(reader, 'orpah');
  await expect(reader.getByText('Signed in: Orpah, reader')).toBeVisible();
  await expect(opened(reader, id)).toBeVisible();
  await expect(reader.getByText('learned to talk again').first()).toBeVisible();
  await expect(reader.getByText(/moderators and owners decide about them/)).toBeVisible();
  await expect(act(reader, 'Approve')).toHaveCount(0);
  for (const size of [phone, desk]) {
    await reader.setViewportSize(size);
    await expectAccessibleInBothThemes(reader);
  }
  await reader.keyboard.press('a');

  const origin = new URL(reader.url()).origin;
  const refused = await reader.request.post('/api/admin/moderate', {
    headers: { Origin: origin },
    data: { testimonyId: id, action: 'approve', checked: true },
  });
  expect(refused.status()).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'ROLE_TOO_LOW' });
  expect(await statusOf(id)).toBe('pending');

  await reader.getByRole('link', { name: 'History' }).click();
  await expect(reader.getByRole('row', { name: /submitted the story/ })).toBeVisible();
  await expect(reader.getByRole('tab', { name: 'Money' })).toHaveCount(0);
  await reader.goto('/admin?tab=users');
  await expect(reader.getByText(/This page is for moderators and owners/)).toBeVisible();
  await expectAccessibleInBothThemes(reader);
  await reader.context().close();
});
