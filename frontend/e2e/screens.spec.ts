/** Each screen in both themes: accessible, nothing moving, nothing cut off, nobody else called. */
import type { Page } from '@playwright/test';
import { ask, askButton, enterAsGuest, expect, expectAccessible, struggle, test } from './journey';

const screens: Record<string, (page: Page) => Promise<void>> = {
  landing: async (page) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: "Get Started - It's Free" })).toBeVisible();
  },
  home: enterAsGuest,
  result: async (page) => {
    await enterAsGuest(page);
    await ask(page, 'I feel lonely since we moved.');
    await expect(page.getByText('Message of Hope')).toBeVisible();
  },
  'crisis dialog': async (page) => {
    await enterAsGuest(page);
    await ask(page, 'I want to end my life.');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expect(page.getByText('What might make it hard to reach out?')).toBeVisible();
  },
  'upgrade dialog': async (page) => {
    await enterAsGuest(page);
    await page.getByRole('button', { name: 'Upgrade' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'blank alert': async (page) => {
    await enterAsGuest(page);
    await askButton(page).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'failed guidance': async (page) => {
    await enterAsGuest(page);
    await page.route('**/api/guidance', (route) => route.fulfill({ status: 500, body: '{}' }));
    await ask(page, 'words');
    await expect(page.getByText('Failed to get guidance', { exact: true })).toBeVisible();
  },
  testimony: async (page) => {
    await enterAsGuest(page);
    await page.goto('/testimony');
    await page.getByRole('button', { name: 'Submit Story for Review' }).click();
    await expect(page.getByText('Please share what helped you')).toBeVisible();
  },
  'thank-you': async (page) => {
    await enterAsGuest(page);
    await page.goto('/thank-you');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
  'no guidance': async (page) => {
    await enterAsGuest(page);
    await page.goto('/result');
    await expect(page.getByText('No guidance data available.')).toBeVisible();
  },
  ...Object.fromEntries(
    [
      '/instant-support',
      '/resources',
      '/resources?search=nothing+like+this',
      '/guidelines',
      '/terms',
      '/privacy',
      '/subscribe',
      '/no-such-page',
    ].map((path) => [
      path,
      async (page: Page) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      },
    ]),
  ),
};

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });
    for (const [name, open] of Object.entries(screens)) {
      test(`${name} has no finding of axe`, async ({ page }) => {
        await open(page);
        await expectAccessible(page);
      });
    }
  });
}

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1920, 1080],
] as const) {
  test(`no screen scrolls sideways at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await enterAsGuest(page);
    for (const path of [
      '/',
      '/instant-support',
      '/resources',
      '/guidelines',
      '/testimony',
      '/privacy',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
}

test('nothing moves while a screen comes in', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) (window as unknown as { shift: number }).shift += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await enterAsGuest(page);
  for (const path of ['/', '/instant-support', '/resources', '/guidelines', '/testimony']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    expect(shift, path).toBeLessThanOrEqual(0.02);
  }
});

test('an unknown address is a 404 in words and in status', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('keyboard alone: from the landing page to a letter', async ({ page }) => {
  await page.goto('/');
  const guest = page.getByRole('button', { name: 'Continue as guest' });
  await expect(guest).toBeVisible();
  await tabTo(page, 'Continue as guest');
  await page.keyboard.press('Enter');
  await expect(struggle(page)).toBeVisible();
  await tabTo(page, 'What are you carrying?');
  await page.keyboard.type('I feel far from God.');
  await tabTo(page, 'Get Guidance & Support');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Message of Hope')).toBeVisible();
});

/** Presses Tab until the element of this accessible name has focus, as somebody without a mouse does. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const labelledBy = element?.getAttribute('aria-labelledby');
      const label = labelledBy ? document.getElementById(labelledBy)?.textContent : null;
      return label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (focused.trim() === name) return;
  }
  throw new Error(`Tab never reached “${name}”.`);
}
