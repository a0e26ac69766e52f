/** How a language is found, chosen and marked. `spanish.spec.ts` walks the main path in Spanish. */
import type { Page } from '@playwright/test';
import { spanish } from '@/app/spanish';
import { ask, expect, expectAccessible, test } from './journey';

test.use({ locale: 'es-MX' });

test('a Spanish browser gets Spanish, from the landing page to the helplines', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Encuentra guía bíblica y esperanza en tiempos difíciles',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Seguir sin cuenta' }).click();
  await expect(page.getByRole('button', { name: 'Duelo y pérdida' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ayuda ahora' }).click();
  await expect(
    page.getByRole('link', {
      name: 'Llamar al 988 y presionar 2, 988 Línea de Prevención del Suicidio y Crisis',
    }),
  ).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Líneas de ayuda de' })).toContainText('Canadá');
  await expectAccessible(page);
});

test('a crisis text in Spanish opens the helplines in Spanish', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Seguir sin cuenta' }).click();
  await page.getByRole('textbox').fill('Quiero morir, me quiero matar.');
  await page.getByRole('button', { name: 'Recibir guía y apoyo' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Hay apoyo inmediato' });
  await expect(dialog.getByRole('link', { name: /Llamar al 988/ })).toHaveAttribute(
    'href',
    'tel:988',
  );
  await expect(dialog.getByText('Alguien con quien hablar')).toBeVisible();
  await dialog.getByRole('button', { name: 'Entiendo' }).click();
  await expect(dialog).toBeHidden();
});

test('words in Spanish get a letter, a passage and chips in Spanish', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Seguir sin cuenta' }).click();
  await page.getByRole('textbox').fill('Mi mamá murió hace seis semanas y todavía la llamo.');
  await page.getByRole('button', { name: 'Recibir guía y apoyo' }).click();
  await expect(page.getByText('Mensaje de esperanza')).toBeVisible();
  await expect(page.getByRole('main')).toHaveAttribute('lang', 'es');
  await expect(page.getByText('Reina-Valera 1909').first()).toBeVisible();
  await expectAccessible(page);
  const chips = page.getByRole('region', { name: 'Se parece más a…' }).getByRole('button');
  await chips.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('Mensaje de esperanza')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Reina-Valera 1909').first()).toBeVisible();
});

test('the pages of staff are in English for everybody', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.goto('/admin');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test.describe('inside an English screen', () => {
  // The service worker would serve files that a state needs to be missing.
  test.use({ serviceWorkers: 'block' });

  const spoken: Record<string, (page: Page) => Promise<unknown>> = {
    'Página no encontrada': (page) => page.goto('/no-such-page'),
    Cargando: async (page) => {
      await page.route('**/assets/guidelines-screen*', () => {});
      await page.goto('/guidelines');
    },
    'Salir rápido': (page) => page.goto('/testimony'),
    'No pudimos cargar tu cuenta': async (page) => {
      await page.route('**/api/auth/user', (route) => route.abort());
      await page.goto('/profile');
    },
  };
  for (const [words, open] of Object.entries(spoken)) {
    test(`Spanish text is marked as Spanish: ${words}`, async ({ page }) => {
      await page.addInitScript(() => sessionStorage.setItem('stillwater:guest', '1'));
      await open(page);
      await expect(page.getByText(words).or(page.getByLabel(words)).first()).toBeVisible();
      expect(await page.evaluate(findUnmarked, spanishWords)).toEqual([]);
    });
  }
});

test('the switch changes the language at once and for the next visit', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('button', { name: 'Seguir sin cuenta' })).toBeVisible();
  await expect(page).toHaveURL('/es');
});

test('Spanish works offline', async ({ page, context }) => {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto('/instant-support');
  await expect(page.getByRole('heading', { level: 1, name: 'Apoyo inmediato' })).toBeVisible();
});

test.describe('an English browser', () => {
  test.use({ locale: 'en-GB' });
  test('gets English', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Continue as guest' }).click();
    await ask(page, 'I worry about tomorrow.');
    await expect(page.getByText('Message of Hope')).toBeVisible();
  });
});

/** The Spanish strings of our catalogues, without those built from numbers and names. */
const spanishWords = [...spanish.values()].flatMap(textsIn);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value ? Object.values(value).flatMap(textsIn) : [];
}

/** Spanish text that is not marked as Spanish. Runs in the page. */
function findUnmarked(known: string[]): string[] {
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const said = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent?.trim() ?? '');
    for (const name of ['aria-label', 'title', 'placeholder']) {
      said.push(element.getAttribute(name) ?? '');
    }
    const isMarked = element.closest('[lang]')?.getAttribute('lang') === 'es';
    return isMarked ? [] : said.filter((text) => known.includes(text));
  });
}
