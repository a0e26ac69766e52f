/** Help without the app: in browsers below the floor, without scripts, and when scripts fail (docs/browsers.md). */
import { expect, expectAccessibleInBothThemes, test } from './journey';

test.use({ waitsForApp: false });

/** The plain part: its numbers, and its form for words of danger and for any others. */
async function usesPlainPart(page: import('@playwright/test').Page) {
  const field = page.getByRole('textbox', { name: 'What are you carrying?' });
  await expect(field).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call 988', exact: true }).first()).toHaveAttribute(
    'href',
    'tel:988',
  );
  await field.fill('I want to die');
  await page.getByRole('button', { name: 'Get Guidance & Support' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Immediate Support Available' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call 988', exact: true }).first()).toBeVisible();

  await page.goto('/api/plain');
  await page
    .getByRole('textbox', { name: 'What are you carrying?' })
    .fill('I feel anxious about my exam and cannot sleep');
  await page.getByRole('button', { name: 'Get Guidance & Support' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Message of Hope' })).toBeVisible();
  await expect(page.getByText('World English Bible')).toBeVisible();
}

test('a browser without newer APIs gets the plain part and its form', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'at'])
      Reflect.deleteProperty(Array.prototype, name);
    for (const name of ['structuredClone', 'CSSPropertyRule']) Reflect.deleteProperty(window, name);
    Reflect.deleteProperty(Object, 'hasOwn');
  });
  await page.goto('/');
  await usesPlainPart(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every screen has the plain part, and its form works', async ({ page }) => {
    for (const path of ['/instant-support', '/result', '/']) {
      await page.goto(path);
      await expect(page.getByRole('link', { name: 'Help now' })).toBeVisible();
    }
    await usesPlainPart(page);
  });
});

test('if the scripts of the app cannot be loaded, the plain part is shown', async ({ page }) => {
  await page.route(/\/assets\/.*\.js/, (route) => route.abort());
  await page.goto('/');
  await usesPlainPart(page);
});

test('if no script arrives at all, the plain part comes by itself', async ({ page }) => {
  await page.route(/\.js$/, (route) => route.abort());
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/instant-support');
  await expect(page.getByRole('link', { name: 'Call 911', exact: true }).first()).toBeVisible();
});

test('an API that fails above the floor leaves the numbers in sight', async ({ page }) => {
  await page.addInitScript(() => {
    Array.prototype.flatMap = () => {
      throw new TypeError('flatMap is broken');
    };
  });
  await page.goto('/instant-support');
  await expect(page.getByRole('link', { name: 'Call 988', exact: true }).first()).toBeVisible();
});

test('the plain page is accessible in both themes', async ({ page }) => {
  await page.goto('/api/plain');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
