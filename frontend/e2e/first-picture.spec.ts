/**
 * The first picture of a screen (pre-rendered HTML): what it shows, and that input before the app loads is not lost.
 */
import type { Page } from '@playwright/test';
import {
  ask,
  askButton,
  enterAsGuest,
  expect,
  expectAccessibleInBothThemes,
  struggle,
  test,
} from './journey';

test.use({ serviceWorkers: 'block', waitsForApp: false });

/** Delays the app's code until the test releases it. */
async function holdBackApp(page: Page): Promise<() => void> {
  let letIn = () => {};
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route(/\/assets\/start-/, async (route) => {
    await held;
    await route.continue();
  });
  return letIn;
}

const asGuest = (page: Page) =>
  page.addInitScript(() => sessionStorage.setItem('stillwater:guest', '1'));

/** First pictures have no footer; beside a scene on a wide screen the app hides its own. */
const drawnByTheApp = (page: Page) => page.locator('footer');

const pictures = [
  { path: '/', heading: 'Find biblical guidance and hope in times of struggle', guest: false },
  { path: '/', heading: /^Welcome/, guest: true },
  { path: '/testimony', heading: 'Share Your Story', guest: true },
  { path: '/instant-support', heading: 'Instant Support', guest: false },
];

for (const { path, heading, guest } of pictures) {
  test(`${path} is shown${guest ? ' to a guest' : ''} before the app loads, in both themes`, async ({
    page,
  }) => {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    if (guest) await asGuest(page);
    const letIn = await holdBackApp(page);
    await page.goto(path);
    const title = page.getByRole('heading', { level: 1, name: heading });
    await expect(title).toBeVisible();
    await expectAccessibleInBothThemes(page);
    const before = await title.boundingBox();

    letIn();
    await expect(drawnByTheApp(page)).toBeAttached();
    expect(await title.boundingBox(), 'the title stays where it is').toEqual(before);
    expect(refused).toEqual([]);
  });
}

test('text typed before the app loads stays in the field, with its cursor position', async ({
  page,
}) => {
  await asGuest(page);
  const letIn = await holdBackApp(page);
  await page.goto('/');
  await struggle(page).click();
  await page.keyboard.type('I cannot sleep');
  await page.keyboard.press('ArrowLeft');

  letIn();
  await expect(drawnByTheApp(page)).toBeAttached();
  await expect(struggle(page)).toHaveValue('I cannot sleep');
  await expect(struggle(page)).toBeFocused();
  await page.keyboard.type('ee');
  await expect(struggle(page)).toHaveValue('I cannot sleeeep');
});

test('a testimony begun before the app loads is not lost', async ({ page }) => {
  await asGuest(page);
  const letIn = await holdBackApp(page);
  await page.goto('/testimony');
  await page.getByRole('textbox', { name: 'What happened?' }).fill('A made-up story.');
  await page.getByRole('checkbox', { name: /I agree/ }).check();

  letIn();
  await expect(drawnByTheApp(page)).toBeAttached();
  await expect(page.getByRole('textbox', { name: 'What happened?' })).toHaveValue(
    'A made-up story.',
  );
  await expect(page.getByRole('checkbox', { name: /I agree/ })).toBeChecked();
});

test('a button pressed before the app loads is pressed in the app', async ({ page }) => {
  const letIn = await holdBackApp(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  letIn();
  await expect(struggle(page)).toBeVisible();
});

test('text typed and submitted before the app loads is sent by the app', async ({ page }) => {
  await asGuest(page);
  const letIn = await holdBackApp(page);
  await page.goto('/');
  await struggle(page).fill('I worry about my job and lie awake');
  await askButton(page).click();
  letIn();
  await expect(page.getByText('Message of Hope')).toBeVisible();
});

test('a topic chosen and submitted several times before the app loads is sent once', async ({
  page,
}) => {
  await asGuest(page);
  const letIn = await holdBackApp(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Fear', exact: true }).click();
  for (let presses = 0; presses < 3; presses += 1) await askButton(page).click();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/guidance')) asked += 1;
  });
  letIn();
  await expect(page.getByText('Message of Hope')).toBeVisible();
  expect(asked).toBe(1);
});

test('a testimony begun before the app loads is kept when its screen loads late', async ({
  page,
}) => {
  await asGuest(page);
  const letIn = await holdBackApp(page);
  let letScreenIn = () => {};
  const held = new Promise<void>((resolve) => {
    letScreenIn = resolve;
  });
  await page.route(/\/assets\/testimony-screen-.*js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/testimony');
  const testimony = page.getByRole('textbox', { name: 'What happened?' });
  await testimony.fill('A made-up story.');
  letIn();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  letScreenIn();
  await expect(testimony).toHaveValue('A made-up story.');
});

for (const leave of ['by its button', 'by Escape'] as const) {
  test(`Leave quickly works before the app loads, ${leave}`, async ({ page, otherOrigins }) => {
    await page.route('https://www.wikipedia.org/', (route) => route.fulfill({ body: 'neutral' }));
    await holdBackApp(page);
    await page.goto('/instant-support');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (leave === 'by its button')
      await page.getByRole('button', { name: 'Leave quickly' }).click();
    else for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
    await expect(page).toHaveURL('https://www.wikipedia.org/');
    otherOrigins.length = 0;
  });
}

test('the scroll position is kept when the app takes over', async ({ page }) => {
  const letIn = await holdBackApp(page);
  await page.goto('/');
  await page
    .getByRole('heading', { name: 'Trusted by believers worldwide' })
    .scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(0);
  letIn();
  await expect(drawnByTheApp(page)).toBeAttached();
  expect(await page.evaluate(() => window.scrollY)).toBe(place);
});

test('a saved letter is shown before the app loads', async ({ page }) => {
  await enterAsGuest(page);
  await ask(page, 'I worry about my job and lie awake');
  await page.getByRole('button', { name: /Keep/ }).click();
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  const message = await page.locator('[data-message]').innerText();
  const epigraph = await page.locator('figure').first().innerText();

  await asGuest(page);
  const letIn = await holdBackApp(page);
  await page.goto('/result');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(await page.locator('[data-message]').innerText()).toBe(message);
  expect(await page.locator('figure').first().innerText()).toBe(epigraph);
  letIn();
  await expect(page.getByRole('link', { name: 'Get More Guidance' })).toBeVisible();
  expect(await page.locator('[data-message]').innerText()).toBe(message);
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-MX' });

  test('the first picture is in Spanish', async ({ page }) => {
    const letIn = await holdBackApp(page);
    await page.goto('/');
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const words = await title.innerText();
    expect(words).not.toContain('Find');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    letIn();
    await expect(drawnByTheApp(page)).toBeAttached();
    await expect(title).toHaveText(words);
  });
});

test('a signed-out visitor gets no first picture of a screen that needs sign-in', async ({
  page,
}) => {
  await holdBackApp(page);
  await page.goto('/testimony');
  await expect(page.locator('#root')).toBeEmpty();
});

test('an app that failed to load is fetched again on the next press', async ({ page }) => {
  await page.route(/\/assets\/start-/, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/');
  await failed;
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(struggle(page)).toBeVisible();
});

test('text typed before an app that failed to load is kept when it is fetched again', async ({
  page,
}) => {
  await asGuest(page);
  await page.route(/\/assets\/start-/, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/');
  await failed;
  await struggle(page).fill('I cannot sleep');
  await askButton(page).click();
  await expect(drawnByTheApp(page)).toBeAttached();
  await expect(struggle(page)).toHaveValue('I cannot sleep');
});

test('the help page lists the helplines when the app fails to load', async ({ page }) => {
  await page.route(/\/assets\/start-/, (route) => route.abort());
  await page.goto('/instant-support');
  const call = page.getByRole('main').getByRole('link', { name: 'Call 911' }).first();
  await expect(call).toHaveAttribute('href', 'tel:911');
  await expect(call).toBeInViewport();
});
