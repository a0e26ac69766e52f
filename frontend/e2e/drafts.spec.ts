/** What survives a reload or a closed tab, and what does not: drafts of testimonies, and the letter of the result. */
import type { Page } from '@playwright/test';
import { ask, enterAsGuest, expect, expectAccessibleInBothThemes, test } from './journey';
import { signInByEmail, someone } from './sign-in';

const STORY = 'For a whole year I could not sleep, and nobody at home knew about it.';
const field = (page: Page) => page.getByRole('textbox', { name: 'What happened?' });
const keep = (page: Page) => page.getByRole('checkbox', { name: 'Keep my draft on this device' });

async function openStory(page: Page) {
  await enterAsGuest(page);
  await page.goto('/testimony');
}

/** Notes the questions that the browser asks before it leaves a page, and stays. */
function asked(page: Page): string[] {
  const kinds: string[] = [];
  page.on('dialog', (dialog) => {
    kinds.push(dialog.type());
    void dialog.dismiss();
  });
  return kinds;
}

/** Closing the tab as a person does: the page may ask. Resolves when it is closed, or when it has asked. */
async function close(page: Page) {
  const ended = Promise.race([page.waitForEvent('close'), page.waitForEvent('dialog')]);
  await page.close({ runBeforeUnload: true });
  await ended;
}

/** Databases and storage of this origin. */
const left = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    local: Object.keys(localStorage).filter((key) => key.includes('draft')),
  }));

test('a draft that is kept on the device is back after the tab was closed', async ({
  page,
  context,
}) => {
  const questions = asked(page);
  await openStory(page);
  await keep(page).check();
  await field(page).fill(STORY);
  // The browser asks until it is stored.
  await expect
    .poll(async () => {
      await close(page);
      return page.isClosed();
    })
    .toBe(true);
  expect(questions.length).toBeLessThan(20);

  const next = await context.newPage();
  await openStory(next);
  await expect(next.getByText('Your draft is back')).toBeVisible();
  await expect(field(next)).toHaveValue(STORY);
  await expectAccessibleInBothThemes(next);

  // *Leave quickly* takes it along.
  await next.route('https://www.wikipedia.org/', (route) => route.fulfill({ body: 'Elsewhere' }));
  await next.getByRole('button', { name: 'Leave quickly' }).click();
  await next.waitForURL('https://www.wikipedia.org/');
  await openStory(next);
  expect(await field(next).inputValue()).toBe('');
  await expect.poll(() => left(next)).toEqual({ databases: [], local: [] });
});

// The press on the number counts as a request of no origin.
test.describe('without it', () => {
  test.use({ partners: ['null'] });
  test('the browser asks before a long draft is lost, and not before a call for help', async ({
    page,
  }) => {
    await openStory(page);
    const questions = asked(page);
    await field(page).fill(STORY);
    await close(page);
    expect(questions).toEqual(['beforeunload']);
    expect(page.isClosed()).toBe(false);
    await expect(field(page)).toHaveValue(STORY);

    // A number to call opens another app; the page stays, and nothing may stand between.
    await page.evaluate(() => {
      const call = document.createElement('a');
      call.href = 'tel:988';
      call.textContent = 'Call 988';
      document.querySelector('h1')?.after(call);
    });
    await page.getByRole('link', { name: 'Call 988' }).click();
    await expect(page.getByRole('link', { name: 'Call 988' })).toBeVisible();
    expect(questions).toEqual(['beforeunload']);

    // The way to sign-in carries it over.
    await page.getByRole('link', { name: 'Log In' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await page.goBack();
    await expect(field(page)).toHaveValue(STORY);
    expect(questions).toEqual(['beforeunload']);
  });
});

test('sending and signing out delete a kept draft', async ({ page }) => {
  await signInByEmail(page, someone(), '/testimony');
  await keep(page).check();
  await field(page).fill(STORY);
  await expect.poll(async () => (await left(page)).databases).toEqual(['stillwater-draft']);
  await page.getByRole('button', { name: 'My Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  await expect.poll(() => left(page)).toEqual({ databases: [], local: [] });

  await openStory(page);
  await expect(field(page)).toHaveValue('');
  await keep(page).check();
  await field(page).fill(STORY);
  await page.getByRole('textbox', { name: 'What helped you?' }).fill('A friend who listened.');
  await page.getByRole('textbox', { name: 'What changed?' }).fill('I sleep most nights now.');
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Submit Story for Review' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You for Sharing' })).toBeVisible();
  await expect.poll(() => left(page)).toEqual({ databases: [], local: [] });
});

test('a reload shows the same letter with the same passage, without the words', async ({
  page,
}) => {
  await enterAsGuest(page);
  const words = 'My mum died six weeks ago and I keep going to ring her.';
  await ask(page, words);
  await expect(page.getByText('Message of Hope')).toBeVisible();
  const passage = page.getByRole('region', { name: 'Scripture' }).locator('blockquote');
  const first = await passage.innerText();
  await page.getByRole('button', { name: 'Another passage' }).click();
  await expect(passage).not.toHaveText(first);
  const [title, verses] = [
    await page.getByRole('heading', { level: 1 }).innerText(),
    await passage.innerText(),
  ];
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(
    /six weeks|ring her|mum/,
  );
  await page.reload();
  await expect(page.getByText('Message of Hope')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(await passage.innerText()).toBe(verses);
  // It was not counted again.
  await expect(page.getByText('1/3 today')).toBeVisible();
});
