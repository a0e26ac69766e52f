import type { Page } from '@playwright/test';
import pg from 'pg';
import { enterAsGuest, expect, test } from './journey';

/** One look at the database behind the product, closed again at once. */
async function rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

async function openStory(page: Page) {
  await enterAsGuest(page);
  await page.getByRole('link', { name: /Share Testimony/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Share Your Story' })).toBeVisible();
}

async function tell(page: Page, happened: string) {
  await page.getByRole('textbox', { name: 'What happened?' }).fill(happened);
  await page
    .getByRole('textbox', { name: 'What helped you?' })
    .fill('A friend from church brought soup and sat with me.');
  await page
    .getByRole('textbox', { name: 'What changed?' })
    .fill('I can sleep again, and I call people before it gets dark.');
  await page.getByRole('checkbox').check();
}

test('a story is submitted, and the worker redacts it until it is pending', async ({ page }) => {
  test.skip(!process.env.DATABASE_URL, 'needs the database of the running stack');
  await openStory(page);
  await tell(page, 'After my surgery I was afraid. Write to me at jane.miller@example.org.');
  const answered = page.waitForResponse('**/api/testimonies');
  await page.getByRole('button', { name: 'Submit Story for Review' }).click();
  const { id, status } = await (await answered).json();
  expect(status).toBe('pending');
  await expect(page).toHaveURL(/\/thank-you$/);
  await expect(page.getByRole('heading', { name: 'Thank You for Sharing' })).toBeVisible();

  await expect
    .poll(
      async () => {
        const [story] = await rows<{ status: string; redacted_text: string | null }>(
          'select status::text, redacted_text from testimony where id = $1',
          [id],
        );
        return story?.redacted_text ? story : null;
      },
      { timeout: 30_000, message: 'the worker redacts the story' },
    )
    .toMatchObject({ status: 'pending' });
  const [story] = await rows<{ redacted_text: string }>(
    'select redacted_text from testimony where id = $1',
    [id],
  );
  expect(story?.redacted_text).toContain('[');
  expect(story?.redacted_text).not.toContain('jane.miller');

  await page.getByRole('link', { name: 'Return Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('a story without words says what each field needs, and focus goes to the first', async ({
  page,
}) => {
  await openStory(page);
  await page.getByRole('button', { name: 'Submit Story for Review' }).click();
  await expect(page.getByText('Please provide more detail about what happened')).toBeVisible();
  await expect(page.getByText('Please share what helped you')).toBeVisible();
  await expect(page.getByText('Please describe what changed')).toBeVisible();
  await expect(page.getByText('You must agree to share your story')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'What happened?' })).toBeFocused();
});

test('a story with danger in it shows help and stays on the page', async ({ page }) => {
  await openStory(page);
  await tell(page, 'I want to kill myself and I have written a note tonight.');
  await page.getByRole('button', { name: 'Submit Story for Review' }).click();
  const help = page.getByRole('alertdialog', { name: 'Immediate Support Available' });
  await expect(help).toBeVisible();
  await help.getByRole('button', { name: 'I Understand' }).click();
  await expect(page).toHaveURL(/\/testimony$/);
  await expect(page.getByRole('status')).toBeVisible();
});

test('“Leave quickly” takes this page’s place and forgets the words', async ({
  page,
  strangers,
}) => {
  // The neutral page is not ours to load in a test.
  await page.route('https://www.wikipedia.org/', (route) => route.fulfill({ body: 'neutral' }));
  await openStory(page);
  await page.getByRole('textbox', { name: 'What happened?' }).fill('He must not read this.');
  await page.getByRole('button', { name: 'Leave quickly' }).click();
  await expect(page).toHaveURL('https://www.wikipedia.org/');
  strangers.length = 0;
  await page.goBack();
  await expect(page.getByText('He must not read this.')).toHaveCount(0);
});
