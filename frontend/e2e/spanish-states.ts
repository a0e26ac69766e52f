/** The main path in Spanish, for the pictures of `bin/gallery`: `states.ts` opens its screens by their English words. */
import type { Page } from '@playwright/test';
import { expect } from './journey';

type Open = (page: Page) => Promise<unknown>;

const asGuest = (page: Page) =>
  page.addInitScript(() => sessionStorage.setItem('stillwater:guest', '1'));

const at =
  (path: string): Open =>
  async (page) => {
    await asGuest(page);
    await page.goto(`/es${path}`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };

const asked =
  (words: string): Open =>
  async (page) => {
    await at('')(page);
    await page.getByRole('textbox').fill(words);
    await page.getByRole('button', { name: 'Recibir guía y apoyo' }).click();
  };

export const spanishStates: Record<string, Open> = {
  landing: async (page) => {
    await page.goto('/es');
    await expect(page.getByRole('button', { name: 'Seguir sin cuenta' })).toBeVisible();
  },
  home: at(''),
  result: async (page) => {
    await asked('Mi mamá murió hace seis semanas y todavía la llamo.')(page);
    await expect(page.getByText('Mensaje de esperanza')).toBeVisible();
  },
  crisis: async (page) => {
    await asked('Quiero morir, me quiero matar.')(page);
    await expect(page.getByRole('alertdialog', { name: 'Hay apoyo inmediato' })).toBeVisible();
  },
  'instant-support': at('/instant-support'),
  testimony: at('/testimony'),
  resources: at('/resources'),
  guidelines: at('/guidelines'),
  today: at('/today'),
  mine: at('/mine'),
  'not-found': at('/no-such-page'),
};
