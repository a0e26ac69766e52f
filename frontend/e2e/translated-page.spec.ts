/** A page that the browser translates: `<font>` elements take the place of its text nodes (docs/browsers.md). */
import type { Page } from '@playwright/test';
import { expect, test } from './journey';

/** Translates each text node of the page, now and as they come, like Chrome. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const ofTranslation = (text: Text) => text.parentElement?.closest('font, script, style, title');
    const go = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (text.data.trim() === '' || ofTranslation(text)) continue;
        const font = document.createElement('font');
        font.append(document.createElement('font'));
        font.firstElementChild?.append(text.data);
        text.replaceWith(font);
      }
    };
    go();
    new MutationObserver(go).observe(document.body, { childList: true, subtree: true });
  });

test('a translated page leads from the landing page to the letter, the helplines and back', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto('/');
  await translate(page);
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.getByRole('textbox').fill('I cannot sleep before the exam and I am afraid to fail.');
  await page.getByRole('button', { name: 'Get Guidance & Support' }).click();
  await expect(page.getByText('Message of Hope')).toBeVisible();
  await page.getByRole('link', { name: 'Help now' }).click();
  await expect(page.getByRole('link', { name: /Call 988/ }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Message of Hope')).toBeVisible();
  await page.getByRole('link', { name: 'Guidelines' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Something went wrong')).toBeHidden();
  expect(errors).toEqual([]);
});
