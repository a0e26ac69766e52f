/** Every flow with the keyboard alone. */
import type { Page } from '@playwright/test';
import { expect, struggle, test } from './journey';

/** Presses Tab until the element with this accessible name has focus. */
async function tabTo(page: Page, name: string | RegExp) {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const labelledBy = element?.getAttribute('aria-labelledby');
      const label = labelledBy
        ? document.getElementById(labelledBy)?.textContent
        : (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
      return label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (typeof name === 'string' ? focused.trim() === name : name.test(focused)) return;
  }
  throw new Error(`Tab never reached “${name}”.`);
}

async function press(page: Page, name: string | RegExp, key = 'Enter') {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

async function enter(page: Page) {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  await press(page, 'Continue as guest');
  await expect(struggle(page)).toBeVisible();
}

async function askFor(page: Page, words: string) {
  await tabTo(page, 'What are you carrying?');
  await page.keyboard.type(words);
  await press(page, 'Get Guidance & Support');
}

test('the first Tab stop is the skip link', async ({ page }) => {
  await page.goto('/guidelines');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await press(page, 'Skip to the content');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Back' })).toBeFocused();
});

test('from the landing page to a letter, and on to a testimony', async ({ page }) => {
  await enter(page);
  await askFor(page, 'I feel far from God.');
  await expect(page.getByText('Message of Hope')).toBeVisible();
  // Focus starts at the letter, not at the navigation.
  await expect(page.locator('#main')).toBeFocused();
  await press(page, 'Read in context');
  await expect(page.locator('blockquote sup').first()).toBeVisible();
  await press(page, 'Copy');
  await press(page, 'Share Your Story (Anonymous)');
  await expect(page.getByRole('heading', { level: 1, name: 'Share Your Story' })).toBeVisible();

  await tabTo(page, 'What happened?');
  await page.keyboard.type('After we moved I knew nobody, for a year.');
  await tabTo(page, 'What helped you?');
  await page.keyboard.type('A choir that needed one more voice.');
  await tabTo(page, 'What changed?');
  await page.keyboard.type('On Tuesdays I am expected somewhere.');
  await press(page, /I agree that my story is shared anonymously/, 'Space');
  await press(page, 'Submit Story for Review');
  await expect(page.getByRole('heading', { name: 'Thank You for Sharing' })).toBeVisible();
  await press(page, 'Return Home');
  await expect(struggle(page)).toBeVisible();
});

test('a topic is selected with Space', async ({ page }) => {
  await enter(page);
  await press(page, 'Grief & loss', 'Space');
  await press(page, 'Get Guidance & Support');
  await expect(page.getByText('Message of Hope')).toBeVisible();
});

test('help: each call link has one Tab stop, and closing restores focus', async ({ page }) => {
  await enter(page);
  await askFor(page, 'I want to end my life.');
  const help = page.getByRole('alertdialog', { name: 'Immediate Support Available' });
  await expect(help).toBeVisible();
  await expect(help.getByText('What might make it hard to reach out?')).toBeAttached();
  await tabTo(page, 'Call 988, 988 Suicide & Crisis Lifeline');
  await press(page, 'I don’t want to be a burden.');
  await expect(help.getByText('chose to be there')).toBeVisible();
  await tabTo(page, /^I’m having a hard time/);
  await press(page, 'I Understand');
  await expect(help).toBeHidden();
  await expect(page.getByRole('button', { name: 'Get Guidance & Support' })).toBeFocused();
});

test('support: choose another country, and leave', async ({ page, otherOrigins }) => {
  await page.route('https://www.wikipedia.org/', (route) => route.fulfill({ body: 'neutral' }));
  await page.goto('/instant-support');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tabTo(page, 'Helplines for');
  await page.keyboard.type('United K');
  await expect(page.getByRole('link', { name: 'Call 999, Emergency Services' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await press(page, 'Leave quickly');
  await expect(page).toHaveURL('https://www.wikipedia.org/');
  otherOrigins.length = 0;
});

test('resources: search, filter, and back home', async ({ page }) => {
  await page.goto('/resources');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tabTo(page, 'Search resources');
  await page.keyboard.type('door');
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('-');
  await expect(page.getByRole('searchbox')).toHaveValue('do-or');
  await page.keyboard.press('Backspace');
  await press(page, 'Temptation', 'Space');
  await expect(page).toHaveURL(/\?search=door&category=temptation$/);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Overcoming Temptation']);
});

test('the upgrade dialog opens, and Maybe Later restores focus', async ({ page }) => {
  await enter(page);
  await press(page, 'Upgrade');
  await press(page, 'Maybe Later');
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Upgrade' })).toBeFocused();
});
