/** Work through the list of stories: by keys alone, with others, and on a phone. On the real stack. */
import type { Page } from '@playwright/test';
import { rows } from './database';
import { expect, expectAccessibleInBothThemes, test } from './journey';
import { phone, smallPhone } from './sizes';
import { act, another, dialog, enterAsStaff, handIn, opened, statusOf } from './staff';

/** The stories stand for themselves by being older than 24 hours: `only=waiting` shows none of other tests. */
test.describe.configure({ mode: 'serial' });

interface Story {
  text: string;
  severity?: number;
  risk?: 'low' | 'high';
}

/** Stories that wait for review, as the worker leaves them, the first one the oldest. */
async function waiting(page: Page, stories: readonly Story[]): Promise<string[]> {
  const model = await handIn(page, 'I was tired for a whole winter and told nobody about it.');
  const ids: string[] = [];
  for (const [number, { text, severity = 0, risk = 'low' }] of stories.entries()) {
    const id = crypto.randomUUID();
    ids.push(id);
    await rows(
      `insert into testimony (id, owner_id, status, sealed, consent_at, created_at, crisis_severity, redacted_at,
           redacted_text, pii_risk_level, topics, language, idempotency_key)
       select $1, owner_id, 'pending', sealed, now(), now() - interval '30 days' + make_interval(secs => $2), $3, now(), $4,
           $5, '{grief}', 'en', gen_random_uuid()
       from testimony where id = $6`,
      [id, number, severity, text, risk, model],
    );
  }
  await rows('delete from testimony where id = $1', [model]);
  return ids;
}

const forget = (ids: readonly string[]) =>
  rows('delete from testimony where id = any($1)', [ids]).then(() => {});

/** Counts what a reader does and waits for: key presses, documents, and panes that come without their story. */
async function counting(page: Page) {
  const counts = { presses: 0, documents: 0, waits: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      counts.documents += 1;
  });
  await page.exposeFunction('noteWait', () => {
    counts.waits += 1;
  });
  await page.addInitScript(() => {
    const isWaiting = () =>
      document.querySelector('[role="status"][aria-label="Loading"]') !== null ||
      document.querySelector('article')?.textContent?.includes('Loading…') === true;
    let before = false;
    new MutationObserver(() => {
      const now = isWaiting();
      if (now && !before) (window as unknown as { noteWait(): void }).noteWait();
      before = now;
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return {
    counts,
    press: async (key: string) => {
      counts.presses += 1;
      await page.keyboard.press(key);
    },
  };
}

/**
 * What the same list took before the keys of this page: counted on the screen as it was.
 *
 * - A clear story took one press and a risky one three (A, Space, A), as now.
 * - A rejection took eleven: R, six Tabs to the reason past the templates, one press on a template on the way, two Tabs
 *   to *Reject story*, Enter. Alike offers were rejected one by one. With 10 clear stories, 1 risky one, 2 to escalate
 *   and 7 to reject that is 10 + 3 + 2 + 77 = 92.
 * - The page and each of the twenty stories were waited for: 21.
 */
const BEFORE = { presses: 92, waits: 21 };

const OFFER =
  'Earn money from home with our trading platform and guaranteed returns. Contact us on WhatsApp [phone] today.';

const clear = (number: number): Story => ({
  text: `I was afraid of the ${['night', 'sea', 'exam', 'phone', 'stairs', 'rain', 'bank', 'dark', 'doctor', 'winter'][number]} for ${number + 2} years, and ${['my aunt', 'a nurse', 'our neighbour', 'my choir', 'an old friend'][number % 5]} did not give up on me. Now I ${['sleep', 'sing', 'cook', 'walk', 'laugh'][number % 5]} again.`,
});

test('twenty stories of a mixed list take half the presses and waits of before, by keys alone', async ({
  page,
}) => {
  test.slow();
  const stories: Story[] = [
    ...Array.from({ length: 5 }, (_, number) => clear(number)),
    { text: 'Nice page, I like it very much, greetings to all who read here.' },
    { text: 'Please tell me when the church in [place] opens, I could not find it anywhere.' },
    { text: 'My teacher in [place], the only one with one arm, drank and I saw it.', risk: 'high' },
    { text: OFFER },
    { text: 'You only need to stop the tablets and pray, as I did, then all is well.' },
    ...Array.from({ length: 5 }, (_, number) => clear(number + 5)),
    { text: 'My landlord shouts at me each evening and I do not dare to go home.', severity: 1 },
    { text: OFFER },
    { text: 'I hurt myself once, long ago, and today a song made it hard again.', severity: 1 },
    { text: OFFER },
    { text: 'My cousin from the bakery of [place] is a thief and everybody should know it.' },
  ];
  const ids = await waiting(page, stories);
  const { counts, press } = await counting(page);
  await enterAsStaff(page, 'Ruth', '?only=waiting');
  counts.documents = 0;
  counts.waits = 0;
  await page.goto('/admin?only=waiting');

  const title = page.getByRole('heading', { level: 2 });
  const isTakenBack = /shouts at me|hurt myself/;
  const rejected: Record<string, string> = {
    'Nice page': '4',
    'Please tell me': '4',
    'You only need': '3',
    'My cousin': '2',
  };
  for (let decided = 0; decided < stories.length; ) {
    await expect(act(page, 'Approve')).toHaveAttribute('aria-disabled', 'false');
    const [words = ''] = (await title.innerText()).split('\n');
    const left = page.getByRole('listitem').locator('[aria-current]');
    const before = await left.count();
    const template = Object.entries(rejected).find(([start]) => words.startsWith(start))?.[1];
    let taken = 1;
    if (isTakenBack.test(words)) await press('e');
    else if (words.startsWith('Earn money')) {
      await press('s');
      await expect(dialog(page)).toContainText('Reject 3 stories as spam?');
      await press('Control+Enter');
      await expect(dialog(page)).toContainText('3 of 3 done, 3 rejected.');
      await press('Escape');
      taken = 3;
    } else if (template) {
      await press('r');
      await expect(dialog(page).getByLabel('Reason')).toBeFocused();
      await press(template);
      await press('Control+Enter');
    } else if (words.startsWith('My teacher')) {
      await press('a');
      await press('Space');
      await press('a');
    } else await press('a');
    decided += taken;
    if (decided < stories.length) {
      await expect(left).toHaveCount(before - taken);
      await expect(title).not.toContainText(words.slice(0, 30));
    }
  }
  await expect(page.getByText('No story here matches this filter.')).toBeVisible();
  const statuses = await rows<{ status: string; count: string }>(
    'select status, count(*) from testimony where id = any($1) group by status order by status',
    [ids],
  );
  expect(statuses.map(({ status, count }) => `${count} ${status}`)).toEqual([
    '11 approved',
    '2 escalated',
    '7 rejected',
  ]);
  expect(counts.presses).toBe(30);
  expect(counts.presses).toBeLessThanOrEqual(BEFORE.presses / 2);
  expect(counts.documents + counts.waits).toBeLessThanOrEqual(BEFORE.waits / 2);
  await forget(ids);
});

test('two staff on one list of 200 lose no step and double none', async ({ page, browser }) => {
  test.slow();
  const ids = await waiting(
    page,
    Array.from({ length: 200 }, (_, number) => ({
      text: `Story ${number}. I lost my way in year ${number} and ${number % 7} friends looked for me.`,
    })),
  );
  await enterAsStaff(page, 'Ruth', '?only=waiting');
  const other = await another(browser);
  await enterAsStaff(other, 'Daniel', '?only=waiting');

  // Both stand before the same story, and see each other.
  await expect(page.getByText('Daniel is reading this.')).toBeVisible({ timeout: 20_000 });
  await expect(other.getByText('Ruth is reading this.')).toBeVisible({ timeout: 20_000 });

  // Each goes down the list with the same key; who comes second is told so, and goes on with J.
  const work = async (staff: Page) => {
    let sent = 0;
    const answers: number[] = [];
    const isStep = (url: string) => url.endsWith('/api/admin/moderate');
    staff.on('request', (request) => {
      if (isStep(request.url())) sent += 1;
    });
    staff.on('response', (response) => {
      if (isStep(response.url())) answers.push(response.status());
    });
    const title = staff.getByRole('heading', { level: 2 });
    const approve = act(staff, 'Approve').and(staff.locator('[aria-disabled="false"]'));
    const decided = act(staff, 'Reopen');
    for (let step = 0; step < 15; step += 1) {
      await expect(approve.or(decided)).toBeVisible();
      const [before, earlier] = [await title.innerText(), answers.length];
      if (await approve.isVisible()) {
        await staff.keyboard.press('a');
        // Somebody else may have been first before the key was pressed: then nothing is sent.
        await expect
          .poll(
            async () =>
              answers.length > earlier || (sent === earlier && (await decided.isVisible())),
          )
          .toBe(true);
      }
      const wasSecond = answers.length > earlier && answers.at(-1) !== 200;
      if (wasSecond) await expect(staff.getByText(/already approved this story/)).toBeVisible();
      if (wasSecond || answers.length === earlier) await staff.keyboard.press('j');
      await expect(title).not.toHaveText(before);
    }
    return answers.filter((status) => status === 200).length;
  };
  const [ruth, daniel] = await Promise.all([work(page), work(other)]);
  const [steps] = await rows<{ all: number; stories: number }>(
    `select count(*)::int as all, count(distinct testimony_id)::int as stories from moderation_step
     where testimony_id = any($1)`,
    [ids],
  );
  expect(steps).toEqual({ all: ruth + daniel, stories: ruth + daniel });
  const [approved] = await rows<{ count: number }>(
    `select count(*)::int from testimony where id = any($1) and status = 'approved' and version = 1`,
    [ids],
  );
  expect(approved?.count).toBe(ruth + daniel);
  expect(ruth + daniel).toBeGreaterThanOrEqual(15);
  await other.context().close();
  await forget(ids);
});

test('new stories are announced and come in with N, and the place in the list is kept', async ({
  page,
}) => {
  const ids = await waiting(
    page,
    Array.from({ length: 18 }, (_, number) => clear(number % 10)),
  );
  await page.clock.install();
  await enterAsStaff(page, 'Ruth', `?story=${ids[9]}`);
  await expect(opened(page, ids[9] ?? '')).toBeVisible();
  const item = page.locator(`[data-story="${ids[9]}"]`);
  await item.scrollIntoViewIfNeeded();
  const [danger] = await waiting(page, [
    { text: 'I do not know whether I can go on like this, and nobody sees it.', severity: 1 },
  ]);
  // As if it had come just now, before all others.
  await rows('update testimony set created_at = now() where id = $1', [danger]);
  const top = (await item.boundingBox())?.y ?? 0;
  await expect(async () => {
    await page.clock.fastForward(15_000);
    await expect(page.getByRole('button', { name: /new: show/ })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.locator(`[data-story="${danger}"]`)).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page.locator(`[data-story="${danger}"]`)).toHaveCount(1);
  await expect(opened(page, ids[9] ?? '')).toBeVisible();
  await expect(page.getByRole('button', { name: /new: show/ })).toHaveCount(0);
  // The button that announced them is gone, and the list moved up by its height at most.
  const moved = Math.abs(((await item.boundingBox())?.y ?? 0) - top);
  expect(moved).toBeLessThan(60);
  await forget([...ids, danger ?? '']);
});

for (const size of [phone, smallPhone]) {
  test(`with a thumb at ${size.width} px: filters, spam, the original, and tabs that show that there are more`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const ids = await waiting(page, [{ text: OFFER }, { text: OFFER }, clear(3)]);
    await enterAsStaff(page);
    const list = page.getByRole('tablist');
    const cut = await list.evaluate((row) => ({
      scrolls: row.scrollWidth > row.clientWidth,
      fades: getComputedStyle(row).maskImage !== 'none',
      snaps: getComputedStyle(row).scrollSnapType,
    }));
    expect(cut).toEqual({ scrolls: true, fades: true, snaps: expect.stringContaining('x') });

    await page.getByRole('button', { name: 'Waiting over 24 h' }).click();
    await page
      .getByRole('button', { name: /Earn money/ })
      .first()
      .click();
    const reject = page.getByRole('button', { name: 'Reject all 2 as spam' });
    for (const target of [reject, act(page, 'Approve'), act(page, 'Reject')]) {
      const box = await target.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width);
    }
    await expectAccessibleInBothThemes(page);
    await reject.click();
    await expectAccessibleInBothThemes(page);
    await dialog(page).getByRole('button', { name: 'Reject 2' }).click();
    await expect(dialog(page)).toContainText('2 of 2 done, 2 rejected.');
    await dialog(page)
      .getByRole('button', { name: `Undo story ${ids[1]?.slice(-8)}` })
      .click();
    await expect(dialog(page)).toContainText('Pending again');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    expect([await statusOf(ids[0] ?? ''), await statusOf(ids[1] ?? '')]).toEqual([
      'rejected',
      'pending',
    ]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await forget(ids);
  });
}
