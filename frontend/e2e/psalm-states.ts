/** The states of the psalm's page and of the page that a friend's link opens. */
import type { Page } from '@playwright/test';
import { expect } from './journey';

/** Opens a URL and waits for its heading. */
const at = (path: string) => async (page: Page) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

export const psalmStates: Record<string, (page: Page) => Promise<unknown>> = {
  today: at('/today'),
  'today-reminder': async (page) => {
    await at('/today')(page);
    await page.getByRole('button', { name: 'Remind me each day' }).click();
    await expect(page.getByLabel('At what time?')).toBeVisible();
  },
  'today-send': async (page) => {
    await at('/today')(page);
    await page.getByRole('button', { name: 'Send to a friend' }).click();
    await expect(page.getByRole('button', { name: 'Save the picture' })).toBeVisible();
  },
  'today-breath': async (page) => {
    await at('/today')(page);
    await page.getByRole('button', { name: 'Pray with this' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Breathe in')).toBeVisible();
  },
  'today-silence': async (page) => {
    await at('/today')(page);
    await page.getByRole('button', { name: 'Pray with this' }).click();
    const silence = page.getByText('Stay with it, in silence');
    const next = page.getByRole('button', { name: 'Next' });
    while (!(await silence.isVisible())) await next.click();
  },
  passage: at('/passage/Psalm%20121'),
  'passage-unknown': async (page) => {
    await at('/passage/Hesitations%203:16')(page);
    await expect(page.getByText('names no passage that we know')).toBeVisible();
  },
};
