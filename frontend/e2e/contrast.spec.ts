/** Contrast of text over the scene, measured on the rendered pixels at every hour of the day. */
import type { Locator, Page } from '@playwright/test';
import { ask, enterAsGuest, expect, test } from './journey';
import { desk, phone, wideDesk } from './sizes';

// The service worker would serve files that ignore the time set by these tests.
test.use({ serviceWorkers: 'block' });

const hours = { night: '02', dawn: '07', day: '13', dusk: '19' };

const sizes = [phone, desk, wideDesk];

const clockAt = (page: Page, hour: string) =>
  page.clock.setFixedTime(new Date(`2026-11-20T${hour}:00:00-05:00`));

/** The text over the scene of the landing page. */
const onLanding = (page: Page) => [
  page.getByRole('heading', { level: 1 }),
  page.getByText('Sign in with Google'),
  page.getByRole('button', { name: 'Continue as guest' }),
  page.getByRole('link', { name: 'Log In' }),
];

for (const [name, hour] of Object.entries(hours)) {
  test(`text over the scene is readable at ${name}, at every size`, async ({ page }) => {
    await clockAt(page, hour);
    await page.goto('/');
    await expectReadable(page, sizes, onLanding(page));
    await enterAsGuest(page);
    await expectReadable(page, sizes, [
      page.getByRole('heading', { level: 1 }),
      page.getByText('Friday, November 20'),
    ]);
    await ask(page, 'I worry about tomorrow.');
    await expect(page.getByText('Message of Hope')).toBeVisible();
    // On phones the title stands below the scene.
    await expectReadable(page, [desk, wideDesk], [page.getByRole('heading', { level: 1 })]);
    await page.route('**/api/testimonies/review-time', (route) =>
      route.fulfill({ json: { hours: 20 } }),
    );
    await page.goto('/thank-you');
    await expectReadable(page, sizes, [
      page.getByRole('heading', { level: 1 }),
      page.getByText('Your story was submitted'),
      page.getByText('within 20 hours'),
    ]);
  });
}

test.describe('before the app has loaded', () => {
  test.use({ waitsForApp: false });

  for (const [name, hour] of Object.entries(hours)) {
    test(`text over the background of ${name} is readable`, async ({ page }) => {
      await clockAt(page, hour);
      await page.route(/\/assets\/start-/, () => {});
      await page.goto('/', { waitUntil: 'domcontentloaded' });
      await expectReadable(page, [phone, desk], onLanding(page));
    });
  }
});

/** White text reaches a contrast of 4.5:1 against the brightest pixels behind each line, at each size. */
async function expectReadable(
  page: Page,
  windows: { width: number; height: number }[],
  texts: Locator[],
) {
  for (const size of windows) {
    await page.setViewportSize(size);
    const lines: Line[] = [];
    for (const text of texts) {
      await expect(text).toBeVisible();
      lines.push(...(await text.evaluate(hideAndMeasure)));
    }
    // One screenshot without the text serves for measuring all lines.
    const picture = await page.screenshot({ animations: 'disabled' });
    const contrasts = await page.evaluate(lowestContrastsWithWhite, {
      png: picture.toString('base64'),
      lines,
    });
    for (const [index, contrast] of contrasts.entries()) {
      const where = `${lines[index]?.text}, ${size.width} px wide`;
      expect.soft(contrast, where).toBeGreaterThanOrEqual(4.5);
    }
  }
}

interface Line {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Makes the text transparent and returns the position of each line. Runs in the page. */
function hideAndMeasure(element: Element): Line[] {
  const range = document.createRange();
  range.selectNodeContents(element);
  const text = element.textContent ?? '';
  const lines = [...range.getClientRects()].map(({ x, y, width, height }) => ({
    text,
    x,
    y,
    width,
    height,
  }));
  (element as HTMLElement).style.setProperty('color', 'transparent', 'important');
  (element as HTMLElement).style.setProperty('text-decoration', 'none', 'important');
  return lines;
}

/** The contrast of white against the brightest pixels behind each line. Runs in the page. */
async function lowestContrastsWithWhite({ png, lines }: { png: string; lines: Line[] }) {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  const linear = (value: number) =>
    value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  return lines.map(({ x, y, width, height }) => {
    const { data } = context.getImageData(x, y, width, height);
    const luminances: number[] = [];
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.slice(at, at + 3);
      luminances.push(0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue));
    }
    luminances.sort((a, b) => a - b);
    // A single star does not make a line unreadable, so the brightest 0.5 % are ignored.
    const bright = luminances[Math.floor(luminances.length * 0.995)] ?? 0;
    return 1.05 / (bright + 0.05);
  });
}
