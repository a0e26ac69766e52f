/** Moderation and administration by staff, on the real stack. */
import { rows } from './database';
import { ask, enterAsGuest, expect, expectAccessibleInBothThemes, test } from './journey';
import { desk, phone, zoomed } from './sizes';
import {
  act,
  another,
  dialog,
  enterAsStaff,
  handIn,
  inList,
  opened,
  PASSWORD,
  prepared,
  signIn,
  statusOf,
  tabTo,
  testimony,
} from './staff';

test('a submitted testimony is approved by staff, shown to a reader and reported', async ({
  page,
  browser,
}) => {
  // A long test: it runs the whole flow with two browsers.
  test.slow();
  await enterAsGuest(page);
  await page.getByRole('link', { name: /Share Testimony/ }).click();
  await page
    .getByRole('textbox', { name: 'What happened?' })
    .fill('Since we moved to a new town I was lonely, and the lonely evenings were the worst.');
  await page
    .getByRole('textbox', { name: 'What helped you?' })
    .fill('I joined a choir and rang my sister every Sunday.');
  await page
    .getByRole('textbox', { name: 'What changed?' })
    .fill('I am less lonely, and I know the names of my neighbours.');
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  const answered = page.waitForResponse('**/api/testimonies');
  await page.getByRole('button', { name: 'Submit Story for Review' }).click();
  const { id } = await (await answered).json();
  await expect(page.getByRole('heading', { name: 'Thank You for Sharing' })).toBeVisible();
  await prepared(id);

  const staff = await another(browser);
  await enterAsStaff(staff, 'Ruth', `?story=${id}`);
  await expect(opened(staff, id)).toBeVisible();
  await expect(staff.getByText('submitted the story')).toBeVisible();
  await act(staff, 'Approve').click();
  await expect(staff.getByText(`Story …${id.slice(-8)} approved.`)).toBeVisible();

  // A busy server omits testimonies it has not loaded yet. When another guest sees one, they are loaded.
  const words = 'I am so lonely since we moved, and the evenings are the worst.';
  const seenBesides = async () => {
    const { origin } = new URL(page.url());
    const asked = { headers: { Origin: origin }, data: { struggle: words } };
    return (await staff.request.post('/api/guidance', asked)).text();
  };
  await expect.poll(seenBesides).toContain(id);
  // Nobody is shown their own story.
  const reader = await another(browser);
  await enterAsGuest(reader);
  await ask(reader, words);
  await expect(reader.getByRole('heading', { name: 'Stories of Hope' })).toBeVisible();
  const shown = reader.getByRole('listitem').filter({ hasText: 'Since we moved' }).first();
  await shown.getByRole('button', { name: 'Report this story' }).click();
  await dialog(reader).getByRole('button', { name: 'Report' }).click();
  await expect(shown.getByText('Thank you.')).toBeVisible();
  await reader.context().close();

  await staff.goto(`/admin?status=approved&story=${id}`);
  await expect(staff.getByText('1 report').first()).toBeVisible();
  await act(staff, 'Keep it published').click();
  await expect(staff.getByText('kept the story after a report')).toBeVisible();
  await staff.context().close();
});

test('a testimony is rejected with a reason', async ({ page }) => {
  await enterAsStaff(page);
  const id = await handIn(page, 'I was afraid of the night for a whole year.');
  await page.goto(`/admin?story=${id}`);
  await act(page, 'Reject').click();
  await dialog(page).getByRole('button', { name: 'Reject story' }).click();
  await expect(dialog(page)).toBeHidden();
  expect(await statusOf(id)).toBe('pending');

  await act(page, 'Reject').click();
  await dialog(page).getByRole('button', { name: 'Not a story yet' }).click();
  await dialog(page).getByRole('button', { name: 'Reject story' }).click();
  await expect(page.getByText(`Story …${id.slice(-8)} rejected.`)).toBeVisible();
  const settled = await testimony(id);
  expect(settled?.status).toBe('rejected');
  expect(settled?.moderation_notes).toContain('Thank you for writing to us.');
  await page.goto(`/admin?status=rejected&story=${id}`);
  await expect(page.getByText('What the author was told')).toBeVisible();
});

test('by keys alone: three presses reject a story, and one approves the next', async ({ page }) => {
  await enterAsStaff(page);
  const [first, second] = [
    await handIn(page, 'I was tired for a whole winter and told nobody.'),
    await handIn(page, 'My brother and I did not speak for years.'),
  ];
  await page.goto(`/admin?story=${first}`);
  await expect(act(page, 'Reject')).toBeVisible();
  await page.keyboard.press('r');
  await expect(dialog(page).getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('4');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Story …${first.slice(-8)} rejected.`)).toBeVisible();
  expect((await testimony(first))?.moderation_notes).toContain('Thank you for writing to us.');
  // Another test's story may come next in the list.
  await page.goto(`/admin?story=${second}`);
  await expect(act(page, 'Approve')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText(`Story …${second.slice(-8)} approved.`)).toBeVisible();
  expect(await statusOf(second)).toBe('approved');
});

test('a testimony is escalated, then reopened with a reason', async ({ page }) => {
  await enterAsStaff(page);
  const id = await handIn(page, 'My marriage was cold for many years.');
  await page.goto(`/admin?story=${id}`);
  await act(page, 'Escalate').click();
  await expect(page.getByText(`Story …${id.slice(-8)} escalated.`)).toBeVisible();
  await page.goto(`/admin?status=escalated&story=${id}`);
  await act(page, 'Reopen').click();
  await dialog(page).getByLabel('Reason').fill('Read again in peace.');
  await dialog(page).getByRole('button', { name: 'Reopen story' }).click();
  await expect(page.getByText(`Story …${id.slice(-8)} reopened.`)).toBeVisible();
  expect(await statusOf(id)).toBe('pending');
  await page.goto(`/admin?story=${id}`);
  await expect(page.getByText('Read again in peace.')).toBeVisible();
});

test('an action is undone', async ({ page }) => {
  await enterAsStaff(page);
  const id = await handIn(page, 'I lost my work and my days had no shape.');
  await page.goto(`/admin?story=${id}`);
  await act(page, 'Escalate').click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Story ${id.slice(-8)} is back to how it was.`)).toBeAttached();
  await expect(opened(page, id)).toBeVisible();
  await expect(act(page, 'Escalate')).toBeVisible();
  expect(await statusOf(id)).toBe('pending');
});

test('when two staff members decide on one testimony, the second sees who was first', async ({
  page,
  browser,
}) => {
  await enterAsStaff(page, 'Ruth');
  const id = await handIn(page, 'I could not pray after the funeral.');
  await page.goto(`/admin?story=${id}`);
  const other = await another(browser);
  await enterAsStaff(other, 'Daniel', `?story=${id}`);
  await expect(opened(page, id)).toBeVisible();
  await expect(opened(other, id)).toBeVisible();

  await act(other, 'Escalate').click();
  await expect(other.getByText(`Story …${id.slice(-8)} escalated.`)).toBeVisible();
  await act(page, 'Approve').click();
  await expect(page.getByRole('alert')).toContainText('Daniel already escalated this story');
  await expect(opened(page, id)).toBeVisible();
  await expect(act(page, 'Reopen')).toBeVisible();
  expect(await statusOf(id)).toBe('escalated');
  await other.context().close();
});

test('several low-risk testimonies are approved in bulk', async ({ page }) => {
  await enterAsStaff(page);
  const ids = [
    await handIn(page, 'We could not pay the rent for two months.'),
    await handIn(page, 'My son moved far away, and I missed him at every meal.'),
  ];
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Approve several' }).click();
  for (const id of ids) {
    const box = page.getByRole('checkbox', { name: `Choose story ${id.slice(-8)}` });
    await (await inList(page, box)).check();
  }
  await page.getByRole('button', { name: 'Approve 2 stories' }).click();
  await dialog(page).getByRole('button', { name: 'Approve 2' }).click();
  await expect(dialog(page)).toContainText('2 of 2 done, 2 approved.');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  for (const id of ids) expect(await statusOf(id)).toBe('approved');
});

test('keyboard: sign in, open a testimony, reject, undo, approve', async ({ page }) => {
  await page.goto('/admin');
  const id = await handIn(page, 'Envy of my brother made my heart small.');
  await expect(page.getByLabel('Your name')).toBeVisible();
  await tabTo(page, page.getByLabel('Your name'));
  await page.keyboard.type('Ruth');
  await tabTo(page, page.getByLabel('Password'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  const shown = page.getByRole('heading', { level: 2 });
  await expect(shown).toBeVisible();

  for (let presses = 0; presses < 60 && !(await opened(page, id).isVisible()); presses += 1) {
    const before = await shown.innerText();
    await page.keyboard.press('j');
    await expect(shown).not.toHaveText(before);
  }
  await expect(opened(page, id)).toBeVisible();
  await page.keyboard.press('r');
  await tabTo(page, dialog(page).getByLabel('Reason'));
  await page.keyboard.type('Thank you. Please tell us more.');
  await tabTo(page, dialog(page).getByRole('button', { name: 'Reject story' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Story …${id.slice(-8)} rejected.`)).toBeVisible();
  await page.keyboard.press('z');
  await expect(opened(page, id)).toBeVisible();
  await expect(act(page, 'Approve')).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('a');
  await expect(page.getByText(`Story …${id.slice(-8)} approved.`)).toBeVisible();
  expect(await statusOf(id)).toBe('approved');
});

test('the original text is shown on demand, and the audit trail names who opened it', async ({
  page,
}) => {
  const name = `Naomi ${crypto.randomUUID().slice(0, 6)}`;
  await enterAsStaff(page, name);
  const id = await handIn(page, 'My neighbour Jonathan Miller drove me to the hospital each week.');
  await page.goto(`/admin?story=${id}`);
  await expect(page.getByText('drove me to the hospital').first()).toBeVisible();
  await expect(page.getByText('Jonathan Miller')).toHaveCount(0);
  await page.getByRole('button', { name: 'Reveal original' }).click();
  await dialog(page).getByRole('button', { name: 'Reveal original' }).click();
  await expect(page.getByText('The words are blurred until you show them.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the words' }).press('Enter');
  await expect(page.getByText('Jonathan Miller')).toBeVisible();
  await page.getByRole('button', { name: 'Hide original' }).click();
  await expect(page.getByText('Jonathan Miller')).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit text' }).click();
  const text = page.getByLabel('Text as readers will see it');
  await text.fill((await text.inputValue()).replace('each week', 'every week'));
  await expect(page.locator('ins')).toContainText('every');
  await page.getByRole('button', { name: 'Save text' }).click();
  await expect(page.getByRole('button', { name: 'Show the last change' })).toBeVisible();

  await page.getByRole('tab', { name: 'Audit' }).click();
  await page.getByLabel('Staff name').fill(name);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('row', { name: /revealed the original/ })).toContainText(name);
  await expect(page.getByRole('row', { name: /edited the story/ })).toContainText('Text');
  await page.getByRole('button', { name: 'Verify the record' }).click();
  await expect(page.getByText('The record is whole')).toBeVisible();
});

test('a user is found, granted premium, loses it, is blocked and unblocked', async ({ page }) => {
  const email = `${crypto.randomUUID()}@example.org`;
  await rows('insert into app_user (id, first_name, last_name, email) values ($1, $2, $3, $4)', [
    crypto.randomUUID(),
    'Tobias',
    'Lund',
    email,
  ]);
  const user = async () =>
    (
      await rows<{ blocked_at: Date | null; manual_premium_until: Date | null }>(
        'select blocked_at, manual_premium_until from app_user where email = $1',
        [email],
      )
    )[0];
  await enterAsStaff(page, 'Ruth', '?tab=users');
  await page.getByLabel('Search').fill(email);
  await page.getByRole('button', { name: 'Search' }).click();
  const row = page.getByRole('listitem').filter({ hasText: email });
  await expect(row).toBeVisible();
  await expect(row.getByRole('button', { name: 'Revoke premium' })).toHaveCount(0);

  await row.getByRole('button', { name: 'Grant premium' }).click();
  await expect(dialog(page).getByLabel('Months')).toHaveValue('1');
  await dialog(page).getByLabel('Months').fill('3');
  await dialog(page).getByRole('button', { name: 'Grant' }).click();
  await expect(row.getByText('3 months of premium granted.')).toBeVisible();
  expect((await user())?.manual_premium_until).not.toBeNull();

  await row.getByRole('button', { name: 'Revoke premium' }).click();
  await dialog(page).getByRole('button', { name: 'Revoke premium' }).click();
  await expect(row.getByText('Premium revoked.')).toBeVisible();
  expect((await user())?.manual_premium_until).toBeNull();

  await row.getByRole('button', { name: 'Block', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Block', exact: true }).click();
  await expect(row.getByRole('button', { name: 'Unblock' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Grant premium' })).toHaveCount(0);
  expect((await user())?.blocked_at).not.toBeNull();
  await row.getByRole('button', { name: 'Unblock' }).click();
  await dialog(page).getByRole('button', { name: 'Unblock' }).click();
  await expect(row.getByRole('button', { name: 'Block', exact: true })).toBeVisible();
  expect((await user())?.blocked_at).toBeNull();
});

test('a dead job shows its error and can be retried', async ({ page }) => {
  const id = crypto.randomUUID();
  await rows(
    `insert into job (id, lane, kind, payload, dead_at, reason)
     values ($1, 'urgent', 'keep_house', '{"kind": "keep_house"}', now(), 'It took too long each time.')`,
    [id],
  );
  await enterAsStaff(page, 'Ruth', '?tab=jobs');
  const job = page.getByRole('listitem').filter({ hasText: id.slice(-8) });
  await expect(job).toContainText('It took too long each time.');
  await job.getByRole('button', { name: 'Retry' }).click();
  await dialog(page).getByRole('button', { name: 'Retry' }).click();
  await expect(job).toHaveCount(0);
  const [after] = await rows<{ dead_at: Date | null }>('select dead_at from job where id = $1', [
    id,
  ]);
  expect(after?.dead_at ?? null).toBeNull();
});

test('a wrong password is refused; logout and an ended session lead to the login form', async ({
  page,
}) => {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Please enter admin password')).toBeVisible();
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Invalid password. Please try again.')).toBeVisible();

  await signIn(page, 'Ruth');
  const id = await handIn(page, 'I held a grudge until it held me.');
  await page.goto(`/admin?story=${id}`);
  await act(page, 'Reject').click();
  await dialog(page).getByLabel('Reason').fill('Thank you. One sentence is missing.');
  await page.context().clearCookies();
  await dialog(page).getByRole('button', { name: 'Reject story' }).click();
  await expect(page.getByText(/Your session has ended/)).toBeVisible();
  await signIn(page, 'Ruth');
  await act(page, 'Reject').click();
  await expect(dialog(page).getByLabel('Reason')).toHaveValue(
    'Thank you. One sentence is missing.',
  );
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('the staff pages pass axe', async ({ page }) => {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Please enter admin password')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await signIn(page, 'Ruth');
  const id = await handIn(
    page,
    'Jonathan Miller of 12 Elm Street lent us money when we could not pay the rent.',
  );
  await page.goto(`/admin?story=${id}`);
  await expect(page.locator('mark').first()).toBeVisible();
  await expect(page.getByText('submitted the story')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await act(page, 'Reject').click();
  await expectAccessibleInBothThemes(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  for (const [tab, sign] of [
    ['Users', 'Users found'],
    ['Jobs', 'Needs a decision'],
    ['Audit', 'Verify the record'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByText(sign).or(page.getByLabel(sign))).toBeVisible();
    await expectAccessibleInBothThemes(page);
  }
});

test('the staff pages do not scroll sideways at any size', async ({ page }) => {
  await enterAsStaff(page);
  const id = await handIn(
    page,
    'I sat by the window with my tea and watched the rain. '.repeat(80),
  );
  for (const at of [`?story=${id}`, '', '?tab=users', '?tab=jobs', '?tab=audit']) {
    await page.goto(`/admin${at}`);
    for (const size of [zoomed, phone, desk]) {
      await page.setViewportSize(size);
      await expect(page.getByRole('tab', { selected: true })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${at}, ${size.width} px`).toBeLessThanOrEqual(0);
    }
  }
});
