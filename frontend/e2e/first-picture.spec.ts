/** The first picture of a screen: what it shows before the app is there, and that nothing done in it is lost. */
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

/** Holds the app back until it is let in. */
async function heldBack(page: Page): Promise<() => void> {
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

/** No picture has a footer; beside a scene on a wide screen the app's is hidden. */
const drawnByTheApp = (page: Page) => page.locator('footer');

const pictures = [
  { path: '/', heading: 'Find biblical guidance and hope in times of struggle', guest: false },
  { path: '/', heading: /^Welcome/, guest: true },
  { path: '/testimony', heading: 'Share Your Story', guest: true },
  { path: '/instant-support', heading: 'Instant Support', guest: false },
];

for (const { path, heading, guest } of pictures) {
  test(`${path} is there${guest ? ' for a guest' : ''} before the app, in both themes`, async ({
    page,
  }) => {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    if (guest) await asGuest(page);
    const letIn = await heldBack(page);
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

test('words typed in the picture stay in the box, with the place of the cursor', async ({
  page,
}) => {
  await asGuest(page);
  const letIn = await heldBack(page);
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

test('a story begun in the picture is not lost', async ({ page }) => {
  await asGuest(page);
  const letIn = await heldBack(page);
  await page.goto('/testimony');
  await page.getByRole('textbox', { name: 'What happened?' }).fill('A made-up story.');
  await page.getByRole('checkbox').check();

  letIn();
  await expect(drawnByTheApp(page)).toBeAttached();
  await expect(page.getByRole('textbox', { name: 'What happened?' })).toHaveValue(
    'A made-up story.',
  );
  await expect(page.getByRole('checkbox')).toBeChecked();
});

test('a button pressed in the picture is pressed in the app', async ({ page }) => {
  const letIn = await heldBack(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  letIn();
  await expect(struggle(page)).toBeVisible();
});

test('words typed and sent in the picture are sent by the app', async ({ page }) => {
  await asGuest(page);
  const letIn = await heldBack(page);
  await page.goto('/');
  await struggle(page).fill('I worry about my job and lie awake');
  await askButton(page).click();
  letIn();
  await expect(page.getByText('Message of Hope')).toBeVisible();
});

test('a topic chosen and sent in the picture is sent by the app, however often it was pressed', async ({
  page,
}) => {
  await asGuest(page);
  const letIn = await heldBack(page);
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

test('a story begun in the picture is there when its screen comes late', async ({ page }) => {
  await asGuest(page);
  const letIn = await heldBack(page);
  let letScreenIn = () => {};
  const held = new Promise<void>((resolve) => {
    letScreenIn = resolve;
  });
  await page.route(/\/assets\/testimony-screen-.*js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/testimony');
  const story = page.getByRole('textbox', { name: 'What happened?' });
  await story.fill('A made-up story.');
  letIn();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  letScreenIn();
  await expect(story).toHaveValue('A made-up story.');
});

for (const leave of ['by its button', 'by Escape'] as const) {
  test(`Leave quickly leaves from the picture at once, ${leave}`, async ({ page, strangers }) => {
    await page.route('https://www.wikipedia.org/', (route) => route.fulfill({ body: 'neutral' }));
    await heldBack(page);
    await page.goto('/instant-support');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (leave === 'by its button')
      await page.getByRole('button', { name: 'Leave quickly' }).click();
    else for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
    await expect(page).toHaveURL('https://www.wikipedia.org/');
    strangers.length = 0;
  });
}

test('whoever has read on finds the place again', async ({ page }) => {
  const letIn = await heldBack(page);
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

test('a kept message is there before the app', async ({ page }) => {
  await enterAsGuest(page);
  await ask(page, 'I worry about my job and lie awake');
  await page.getByRole('checkbox', { name: /Keep/ }).check();
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  const message = await page.locator('[data-message]').innerText();

  await asGuest(page);
  const letIn = await heldBack(page);
  await page.goto('/result');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(await page.locator('[data-message]').innerText()).toBe(message);
  letIn();
  await expect(page.getByRole('link', { name: 'Get More Guidance' })).toBeVisible();
  expect(await page.locator('[data-message]').innerText()).toBe(message);
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-MX' });

  test('the picture speaks Spanish too', async ({ page }) => {
    const letIn = await heldBack(page);
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

test('a stranger sees no picture of what is inside', async ({ page }) => {
  await heldBack(page);
  await page.goto('/testimony');
  await expect(page.locator('#root')).toBeEmpty();
});

test('an app that could not come is fetched again by the next press', async ({ page }) => {
  await page.route(/\/assets\/start-/, (route) => route.abort(), { times: 1 });
  const failed = page.waitForEvent('requestfailed');
  await page.goto('/');
  await failed;
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(struggle(page)).toBeVisible();
});

test('words typed before an app that could not come are there when it is fetched again', async ({
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

test('help whose app could not come has the numbers all the same', async ({ page }) => {
  await page.route(/\/assets\/start-/, (route) => route.abort());
  await page.goto('/instant-support');
  const call = page.getByRole('main').getByRole('link', { name: '911' }).first();
  await expect(call).toHaveAttribute('href', 'tel:911');
  await expect(page.getByRole('heading', { level: 1, name: 'Instant Support' })).toBeVisible();
});
