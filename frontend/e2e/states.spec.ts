/** Each screen in each state: its words, accessible in both themes, nothing cut off at any size, nobody else called. */
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './journey';
import { expectLargeTargets } from './large-targets';
import { expectNoStrangers } from './no-strangers';
import { expectNothingLost } from './nothing-lost';
import { desk, phone, smallPhone, tablet, wideDesk, zoomed } from './sizes';
import { expectSpecifiedWords, statesWithWords } from './specified-words';
import { states } from './states';

// A worker would answer for files whose absence or slowness a state is about.
test.use({ serviceWorkers: 'block' });

// A state is opened once, and everything is asked of it in one page. Where words stand is the same in both themes.
for (const [name, open] of Object.entries(states)) {
  test(`${name}: its words, no finding of axe, nothing lost at any size`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(page);
    await expectSpecifiedWords(page, name);
    await expectNoStrangers(page);
    await expectAccessibleInBothThemes(page);
    await expectLargeTargets(page, 'desk');

    await page.setViewportSize(phone);
    // What the bar below covers at this moment can be scrolled free of it.
    await placeBar(page, 'static');
    await expectAccessibleInBothThemes(page);
    await expectLargeTargets(page, 'phone');
    await placeBar(page, '');
    await expectNothingLostAtAnySize(page);
  });
}

test('every state for which the specification has words is walked', () => {
  expect(statesWithWords.filter((name) => !(name in states))).toEqual([]);
});

const placeBar = (page: Page, position: string) =>
  page.evaluate((value) => {
    const bar = document.querySelector<HTMLElement>('nav[aria-label="Main"]');
    if (bar) bar.style.position = value;
  }, position);

async function expectNothingLostAtAnySize(page: Page) {
  for (const size of [phone, zoomed, smallPhone, tablet, wideDesk]) {
    await page.setViewportSize(size);
    await expectNothingLost(page, `${size.width} px`);
  }
  // 17 px is 106.25 %; this is what a reader has who asks the browser for letters twice as large.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '212.5%';
  });
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await expectNothingLost(page, `text at 200 %, ${size.width} px`);
  }
}
