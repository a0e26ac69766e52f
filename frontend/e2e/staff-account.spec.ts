/** A user's account and the overview, on the real stack. */
import { rows } from './database';
import { expect, expectAccessibleInBothThemes, test } from './journey';
import { desk, phone } from './sizes';
import { dialog, enterAsStaff, handIn } from './staff';

/** An account with this address, and a story that is its own. */
async function account(page: Parameters<typeof handIn>[0], email: string) {
  const id = crypto.randomUUID();
  await rows(
    `insert into app_user (id, first_name, last_name, email, email_verified) values ($1, 'Tobias', 'Lund', $2, true)`,
    [id, email],
  );
  await rows(
    `insert into session (id_hash, kind, user_id, expires_at)
     values (decode(md5($1::text) || md5($1::text), 'hex'), 'user', $1::uuid, now() + interval '1 day')`,
    [id],
  );
  const story = await handIn(
    page,
    'I lost my work in spring and did not know how to pay the rent.',
  );
  await rows(
    `with own as (insert into data_key (owner_id, owner_kind, wrapping_key_id, wrapped)
         select $2::uuid, 'user', wrapping_key_id, wrapped from data_key
         where owner_id = (select owner_id from testimony where id = $1) returning owner_id)
     update testimony set owner_id = own.owner_id from own where testimony.id = $1`,
    [story, id],
  );
  return { id, story };
}

test('a user opens in a panel with its own address, and every step is recorded', async ({
  page,
}) => {
  test.slow();
  const email = `${crypto.randomUUID()}@example.org`;
  await enterAsStaff(page, 'Ruth', '?tab=users');
  const { id, story } = await account(page, email);
  await page.getByLabel('Search').fill(email);
  await page.getByRole('button', { name: 'Search' }).click();
  const link = page.getByRole('link', { name: 'Tobias Lund' });
  await link.click();
  const panel = page.getByRole('article');
  await expect(panel.getByRole('heading', { name: 'Tobias Lund' })).toBeFocused();
  await expect(link).toBeVisible();
  await expect(panel.getByText('still signed in')).toBeVisible();
  await expect(panel.getByText('1 pending')).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await panel.getByRole('button', { name: 'Block', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Block', exact: true }).click();
  await expect(panel.getByText('Ruth blocked the user')).toBeVisible();
  await expect(panel.getByText('still signed in')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Unblock' }).click();
  await dialog(page).getByRole('button', { name: 'Unblock' }).click();
  await expect(panel.getByText('Ruth unblocked the user')).toBeVisible();

  await page.goBack();
  await expect(panel).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.goForward();
  await page.reload();
  await expect(panel.getByRole('heading', { name: 'Tobias Lund' })).toBeVisible();
  await page.setViewportSize(phone);
  await expect(page.getByLabel('Search')).toBeHidden();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize(desk);

  await panel.getByRole('button', { name: 'Show which' }).click();
  await panel.getByRole('link', { name: /I lost my work in spring/ }).click();
  await expect(page.getByRole('heading', { name: `…${story.slice(-8)}` })).toBeVisible();
  await page.goto(`/admin?tab=users&user=${id}`);
  await expect(panel.getByText('Ruth looked which stories are a user’s')).toBeVisible();

  // Deleted meanwhile: the next step says so.
  await rows('delete from app_user where id = $1', [id]);
  await panel.getByRole('button', { name: 'Block', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Block', exact: true }).click();
  await expect(panel.getByText('This account is gone.')).toBeVisible();
});

test('the overview tells whole weeks without small numbers, as tables for screen readers', async ({
  page,
}) => {
  await rows(
    `insert into weekly_count (week, kind, key, count)
     select date_trunc('week', now() at time zone 'UTC')::date - 7 * ago, kind, key, count
     from (values (1, 'situation', 'parent-died', 23), (1, 'topic', 'anxiety', 4), (2, 'topic', 'anxiety', 17),
                  (1, 'crisis', '', 6), (2, 'crisis', '', 3)) as counted (ago, kind, key, count)
     on conflict (week, kind, key) do update set count = excluded.count`,
    [],
  );
  await enterAsStaff(page, 'Ruth', '?tab=overview');
  await expect(page.getByRole('link', { name: 'Stories' })).toBeVisible();
  const situations = page.getByRole('table', { name: 'Situations' });
  await expect(situations.getByRole('row').filter({ hasText: '23' })).toBeVisible();
  const topics = page.getByRole('table', { name: /^Topics/ });
  await expect(topics.getByRole('row').filter({ hasText: 'Anxiety' })).toHaveCount(0);
  await page.getByLabel('Week from').selectOption({ index: 1 });
  await expect(topics.getByRole('row').filter({ hasText: 'Anxiety' })).toContainText('17');
  const crisis = page.getByRole('figure', { name: 'Helplines shown first' }).getByRole('table');
  const rowsOfCrisis = crisis.getByRole('row');
  await expect(rowsOfCrisis.nth(1)).toContainText('6');
  await expect(rowsOfCrisis.nth(2)).toContainText('under 5');
  for (const size of [desk, phone]) {
    await page.setViewportSize(size);
    await expectAccessibleInBothThemes(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${size.width} px`).toBeLessThanOrEqual(0);
  }
});
