import type { Page } from '@playwright/test';
import { rows } from './database';
import { enterAsGuest, expect, expectAccessible, test } from './journey';

async function openTestimony(page: Page) {
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
  await page.getByRole('checkbox', { name: /I agree/ }).check();
}

test('a submitted testimony is redacted by the worker and becomes pending', async ({ page }) => {
  test.skip(!process.env.DATABASE_URL, 'needs the database of the running stack');
  await openTestimony(page);
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
        const [testimony] = await rows<{ status: string; redacted_text: string | null }>(
          'select status::text, redacted_text from testimony where id = $1',
          [id],
        );
        return testimony?.redacted_text ? testimony : null;
      },
      { timeout: 30_000, message: 'the worker redacts the testimony' },
    )
    .toMatchObject({ status: 'pending' });
  const [testimony] = await rows<{ redacted_text: string }>(
    'select redacted_text from testimony where id = $1',
    [id],
  );
  expect(testimony?.redacted_text).toContain('[');
  expect(testimony?.redacted_text).not.toContain('jane.miller');

  await page.getByRole('link', { name: 'Return Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the author sees what will be redacted and hides one more word, which stays hidden', async ({
  page,
}) => {
  test.skip(!process.env.DATABASE_URL, 'needs the database of the running stack');
  await openTestimony(page);
  await tell(page, 'My husband Tomasz met me at the old lighthouse every week.');
  await page.getByRole('button', { name: 'See what will be hidden' }).click();
  const preview = page.getByRole('region', { name: 'What will be hidden' });
  await expect(preview.locator('mark')).toHaveText(['[name]']);
  await expect(preview).not.toContainText('Tomasz');

  await preview.getByRole('button', { name: 'Choose words to hide' }).click();
  await preview.getByRole('button', { name: 'Hide “lighthouse”' }).click();
  await expect(preview.getByRole('button', { name: 'Show “lighthouse” again' })).toBeVisible();
  await expectAccessible(page);
  await preview.getByRole('textbox', { name: 'Also hide these words' }).press('Tab');
  await preview.getByRole('button', { name: 'Done choosing' }).click();
  await expect(preview).toContainText('met me at the old [hidden] every week.');

  const answered = page.waitForResponse('**/api/testimonies');
  await page.getByRole('button', { name: 'Submit Story for Review' }).click();
  const { id } = await (await answered).json();
  await expect(page).toHaveURL(/\/thank-you$/);
  await expect
    .poll(
      async () => {
        const [testimony] = await rows<{ redacted_text: string | null }>(
          'select redacted_text from testimony where id = $1',
          [id],
        );
        return testimony?.redacted_text;
      },
      { timeout: 30_000, message: 'the worker redacts the testimony' },
    )
    .toContain('My husband [name] met me at the old [hidden] every week.');
});

test('on a small screen with large text the preview needs no sideways scrolling', async ({
  page,
}) => {
  // 1280 px at 400 % are 320 px.
  await page.setViewportSize({ width: 320, height: 640 });
  await openTestimony(page);
  await tell(page, 'My husband Tomasz met me at the old lighthouse every week.');
  await page.getByRole('button', { name: 'See what will be hidden' }).click();
  const preview = page.getByRole('region', { name: 'What will be hidden' });
  await preview.getByRole('button', { name: 'Choose words to hide' }).click();
  await preview.getByRole('textbox', { name: 'Also hide these words' }).fill('lighthouse');
  await page.keyboard.press('Enter');
  await expect(preview.getByRole('button', { name: 'Stop hiding “lighthouse”' })).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Show “lighthouse” again' })).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(320);
  for (const button of await preview.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
  }
});

test('a word wider than the screen does not widen the page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await openTestimony(page);
  await tell(page, `It is all on https://example.org/${'x'.repeat(120)} now.`);
  expect(await wide()).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'See what will be hidden' }).click();
  const preview = page.getByRole('region', { name: 'What will be hidden' });
  await preview.getByRole('textbox', { name: 'Also hide these words' }).fill('y'.repeat(90));
  await page.keyboard.press('Enter');
  await expect(preview.getByRole('button', { name: /^Stop hiding/ })).toBeVisible();
  await expect(preview).toContainText('It is all on');
  expect(await wide()).toBeLessThanOrEqual(320);
});

test('an empty form shows what each field needs and focuses the first', async ({ page }) => {
  await openTestimony(page);
  await page.getByRole('button', { name: 'Submit Story for Review' }).click();
  await expect(page.getByText('Please provide more detail about what happened')).toBeVisible();
  await expect(page.getByText('Please share what helped you')).toBeVisible();
  await expect(page.getByText('Please describe what changed')).toBeVisible();
  await expect(page.getByText('You must agree to share your story')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'What happened?' })).toBeFocused();
});

test('a testimony that mentions danger shows help and stays on the page', async ({ page }) => {
  await openTestimony(page);
  await tell(page, 'I want to kill myself and I have written a note tonight.');
  await page.getByRole('button', { name: 'Submit Story for Review' }).click();
  const help = page.getByRole('alertdialog', { name: 'Immediate Support Available' });
  await expect(help).toBeVisible();
  await help.getByRole('button', { name: 'I Understand' }).click();
  await expect(page).toHaveURL(/\/testimony$/);
  await expect(page.getByRole('main').getByRole('status')).toBeVisible();
  await expect(page.getByText('You are not alone with this.')).toBeVisible();
});

test('“Leave quickly” replaces the history entry and clears the text', async ({
  page,
  otherOrigins,
}) => {
  // The neutral page belongs to another origin, so the test does not load it.
  await page.route('https://www.wikipedia.org/', (route) => route.fulfill({ body: 'neutral' }));
  await openTestimony(page);
  await page.getByRole('textbox', { name: 'What happened?' }).fill('He must not read this.');
  const entries = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: 'Leave quickly' }).click();
  await expect(page).toHaveURL('https://www.wikipedia.org/');
  otherOrigins.length = 0;
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  const stored = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
  expect(await page.evaluate(stored)).not.toContain('must not read');
  await openTestimony(page);
  await expect(page.getByRole('textbox', { name: 'What happened?' })).toHaveValue('');
});
