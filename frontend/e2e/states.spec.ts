/** Each screen in each state: specified strings, accessible in both themes, help in view, nothing clipped, no other origin. */
import type { Page } from '@playwright/test';
import { expectHelpInView } from './help-in-view';
import { expect, expectAccessibleInBothThemes } from './journey';
import { expectLargeTargets } from './large-targets';
import { expectNoOtherOrigins } from './no-other-origins';
import { expectNothingClipped } from './nothing-clipped';
import { test } from './shared-page';
import { desk, lowDesk, phone, smallPhone, tablet, wideDesk, zoomed } from './sizes';
import { expectSpecifiedWords, statesWithWords } from './specified-words';
import { states } from './states';

// The service worker would serve files that a state needs to be missing or slow.
test.use({ serviceWorkers: 'block' });

// Each state is opened once, and all checks run on that page. Layout is the same in both themes.
for (const [name, open] of Object.entries(states)) {
  test(`${name}: specified strings, axe passes, help in view, nothing clipped at any size`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page);
    await expectSpecifiedWords(page, name);
    await expectNoOtherOrigins(page);
    await expectAccessibleInBothThemes(page);
    await expectLargeTargets(page, 'desk');
    await expectHelpInView(page, 'desk');
    await page.setViewportSize(lowDesk);
    await expectHelpInView(page, 'low desk');

    await page.setViewportSize(phone);
    // Content under the tab bar can be scrolled into view.
    await placeBar(page, 'static');
    await expectAccessibleInBothThemes(page);
    await expectLargeTargets(page, 'phone');
    await placeBar(page, '');
    await expectHelpInView(page, 'phone');
    await expectNothingClippedAtAnySize(page);
  });
}

test('every state with specified strings exists', () => {
  expect(statesWithWords.filter((name) => !(name in states))).toEqual([]);
});

const placeBar = (page: Page, position: string) =>
  page.evaluate((value) => {
    const bar = document.querySelector<HTMLElement>('nav[aria-label="Main"]');
    if (bar) bar.style.position = value;
  }, position);

async function expectNothingClippedAtAnySize(page: Page) {
  for (const size of [phone, zoomed, smallPhone, tablet, wideDesk]) {
    await page.setViewportSize(size);
    await expectNothingClipped(page, `${size.width} px`);
  }
  // The root font size is 17 px (106.25 %). 212.5 % is what it becomes with the browser's text size at 200 %.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '212.5%';
  });
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await expectNothingClipped(page, `text at 200 %, ${size.width} px`);
  }
}
