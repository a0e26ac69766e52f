/** Common steps of staff in the browser tests. */
import { type Browser, expect as expectOf, type Locator, type Page } from '@playwright/test';
import { rows } from './database';
import { expect } from './journey';

export const PASSWORD = process.env.ADMIN_PASSWORD ?? '';

export async function signIn(page: Page, name: string) {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Testimonies' })).toBeVisible();
}

export async function enterAsStaff(page: Page, name = 'Ruth', at = '') {
  await page.goto(`/admin${at}`);
  await signIn(page, name);
}

/** Submits a testimony through the API as a browser does, and waits until the worker has prepared it. */
export async function handIn(page: Page, whatHappened: string): Promise<string> {
  const origin = new URL(process.env.BASE_URL ?? '').origin;
  const answer = await page.request.post('/api/testimonies', {
    headers: { Origin: origin, 'Idempotency-Key': crypto.randomUUID() },
    data: {
      whatHappened,
      whatHelped: 'A friend brought soup and sat with me.',
      whatChanged: 'I can sleep again, and I ask for help sooner.',
      consent: true,
      topicId: '',
    },
  });
  expectOf(answer.status(), 'the testimony is accepted').toBeLessThan(300);
  const { id } = await answer.json();
  // A story that tells of danger is answered without an id if the database is slow.
  expectOf(id, 'the testimony is stored before the answer').toEqual(expectOf.any(String));
  await prepared(id);
  return id;
}

/** Waits until the worker has prepared a testimony. */
export const prepared = (id: string) =>
  expectOf
    .poll(async () => (await testimony(id))?.redacted_at ?? null, {
      timeout: 30_000,
      message: 'the worker prepares the testimony',
    })
    .not.toBeNull();

interface TestimonyRow {
  status: string;
  redacted_at: Date | null;
  moderation_notes: string | null;
}

export const testimony = async (id: string) =>
  (
    await rows<TestimonyRow>(
      'select status, redacted_at, moderation_notes from testimony where id = $1',
      [id],
    )
  )[0];

export const statusOf = async (id: string) => (await testimony(id))?.status;
export const opened = (page: Page, id: string) =>
  page.getByRole('heading', { name: `Story …${id.slice(-8)}` });
export const act = (page: Page, name: string) =>
  page.getByRole('group', { name: /Decide|Change/ }).getByRole('button', { name });
export const dialog = (page: Page) => page.getByRole('alertdialog');

/** Other tests submit testimonies as well, so this one may be on a later page. */
export async function inList(page: Page, locator: Locator): Promise<Locator> {
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(page.getByRole('listitem').first()).toBeVisible();
  while (!(await locator.isVisible()) && (await more.isVisible())) await more.click();
  return locator;
}

/** A second browser context with its own IP address. */
export async function another(browser: Browser): Promise<Page> {
  const part = () => 1 + Math.floor(Math.random() * 254);
  const context = await browser.newContext({
    extraHTTPHeaders: { 'X-Forwarded-For': `10.${part()}.${part()}.${part()}` },
  });
  return context.newPage();
}

/** Presses Tab until this element has focus. */
export async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab never came there.');
}
