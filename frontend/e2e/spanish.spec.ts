/** The main path in Spanish, on the real stack: what a reader of Spanish can meet, with axe on each screen. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './journey';
import { codeTo, mailsTo, signedInAs, someone } from './sign-in';

test.use({ locale: 'es-MX' });

/** Words that no Spanish sentence of ours has. */
const ENGLISH =
  /\b(the|and|your|you|are|was|were|please|with|for|not|this|that|from|our|they|will|again)\b/i;

/** The texts in the page that are English and not marked as English. */
async function leftInEnglish(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: place, textContent } = node;
      const isShown = place?.checkVisibility() && !place.closest('script, style, template');
      const lang = place?.closest('[lang]')?.getAttribute('lang');
      if (isShown && lang === 'es' && textContent?.trim()) found.push(textContent.trim());
    }
    return found;
  });
  // The names of helplines are those under which people know them.
  const names = /Crisis Text Line|National Domestic Violence Hotline/;
  return texts.filter((text) => ENGLISH.test(text) && !names.test(text));
}

async function expectSpanish(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  expect(await leftInEnglish(page)).toEqual([]);
  await expectAccessible(page);
}

async function enter(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Seguir sin cuenta' }).click();
  await expect(page.getByRole('textbox', { name: '¿Qué llevas dentro?' })).toBeVisible();
}

/** Tells a story, and looks at what will be hidden. */
async function tell(page: Page): Promise<void> {
  await page.goto('/testimony');
  await expect(page.getByRole('heading', { level: 1, name: 'Cuenta tu historia' })).toBeVisible();
  await page
    .getByRole('textbox', { name: '¿Qué pasó?' })
    .fill('Después de la operación tuve miedo. Escríbeme a juana.perez@example.org.');
  await page
    .getByRole('textbox', { name: '¿Qué te ayudó?' })
    .fill('Mi vecina me trajo sopa y se sentó conmigo todas las tardes.');
  await page.getByRole('textbox', { name: '¿Qué cambió?' }).fill('Ahora puedo dormir otra vez.');
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Acepto que mi historia/ }).check();
  await page.getByRole('button', { name: 'Enviar mi historia' }).click();
  await expect(page.getByRole('heading', { name: 'Gracias por contarla' })).toBeVisible();
}

/** Signs in by the code of a mail, which is in Spanish. */
async function signIn(page: Page, address: string, returnTo: string): Promise<void> {
  await page.goto(`/api/login?returnTo=${encodeURIComponent(returnTo)}`);
  await page.getByLabel('Tu correo electrónico').fill(address);
  await page.getByRole('button', { name: 'Envíame un enlace' }).click();
  await page.getByLabel('Código del correo').fill(await codeTo(address));
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.waitForURL((url) => url.pathname === returnTo);
}

const screens: Record<string, string> = {
  '/instant-support': 'Apoyo inmediato',
  '/guidelines': 'Pautas',
  '/resources': 'Recursos espirituales',
  '/terms': 'Términos',
  '/privacy': 'Privacidad',
  '/mine': 'Lo mío',
  '/passage/Juan%203:16': 'Un pasaje para ti',
  '/no-such-page': 'Página no encontrada',
};
for (const [path, title] of Object.entries(screens)) {
  test(`${path} is in Spanish`, async ({ page }) => {
    await enter(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectSpanish(page);
  });
}

test('the psalm of the hour is in Spanish, with its actions and its reminder', async ({ page }) => {
  await enter(page);
  await expect(page.getByRole('link', { name: /^El salmo de/ })).toContainText('Salmo');
  await page.goto('/today');
  await expect(page.getByText('Reina-Valera 1909').first()).toBeVisible();
  await page.getByText('Recordármelo cada día').click();
  await expectSpanish(page);
});

test('a story in Spanish is previewed, submitted and thanked for', async ({ page }) => {
  await enter(page);
  await tell(page);
  await expectSpanish(page);
  await page.getByRole('button', { name: 'Ver qué se va a ocultar' }).click();
  await expect(page.getByText('[correo]')).toBeVisible();
  await expectSpanish(page);
  await submit(page);
  await expectSpanish(page);
});

test('what is missing in a story is said in Spanish', async ({ page }) => {
  await enter(page);
  await page.goto('/testimony');
  await page.getByRole('button', { name: 'Enviar mi historia' }).click();
  await expect(page.getByText('Cuéntanos un poco más de lo que pasó')).toBeVisible();
  await expectSpanish(page);
});

test('an account is in Spanish, from its mail to its receipt', async ({ page }) => {
  const address = someone();
  await enter(page);
  await signIn(page, address, '/profile');
  expect(await mailsTo(address)).toBe(1);
  expect(await signedInAs(page)).toBe(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
  await expectSpanish(page);
  await tell(page);
  await submit(page);
  for (const [path, title] of [
    ['/testimonies', 'Mis testimonios'],
    ['/prayers', 'Peticiones de oración'],
    ['/library', 'Biblioteca de enseñanzas'],
    ['/mine', 'Lo mío'],
    ['/', 'Inicio'],
  ] as const) {
    await page.goto(path);
    if (path !== '/')
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectSpanish(page);
  }
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click();
  const dialog = page.getByRole('alertdialog', { name: '¿Seguro que quieres eliminarla?' });
  await expectSpanish(page);
  await dialog.getByRole('button', { name: 'Eliminar mi cuenta' }).click();
  await expect(page.getByRole('heading', { name: 'Adiós, y cuídate mucho' })).toBeVisible();
  await expectSpanish(page);
});

test('the plan is offered in Spanish', async ({ page }) => {
  await enter(page);
  await page.goto('/subscribe');
  await expect(page.getByRole('heading', { level: 1, name: 'Pasar a Premium' })).toBeVisible();
  await expect(page.getByText('US$20', { exact: true })).toBeVisible();
  await expectSpanish(page);
});

test('a refusal of the server is said in Spanish', async ({ page }) => {
  await enter(page);
  const refused = { code: 'HOURLY_LIMIT', message: 'You asked many times within this hour.' };
  await page.route('**/api/guidance', (route) => route.fulfill({ status: 403, json: refused }));
  await page.getByRole('textbox').fill('Me angustia el trabajo y no duermo.');
  await page.getByRole('button', { name: 'Recibir guía y apoyo' }).click();
  await expect(page.getByText('Preguntaste muchas veces en la última hora.')).toBeVisible();
  await expectSpanish(page);
});

test.describe('an English browser', () => {
  test.use({ locale: 'en-US' });

  test('gets Spanish at an address in Spanish, and keeps it on the way', async ({ page }) => {
    const answer = await page.goto('/es/guidelines');
    expect(answer?.headers().link).toContain('hreflang="es"');
    await expect(page.getByRole('heading', { level: 1, name: 'Pautas' })).toBeVisible();
    await expectSpanish(page);
    await page.getByRole('link', { name: 'Ayuda ahora' }).first().click();
    await expect(page).toHaveURL(/\/es\/instant-support$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Apoyo inmediato' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Apoyo inmediato' })).toBeVisible();
    await page.goto('/es');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Encuentra guía bíblica/);
    await expectSpanish(page);
  });

  test('leaves the address in Spanish with its language', async ({ page }) => {
    await page.goto('/es/guidelines');
    await page.getByRole('button', { name: 'English' }).first().click();
    await expect(page).toHaveURL(/:\d+\/guidelines$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
  });
});
