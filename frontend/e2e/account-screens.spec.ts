/** Screens of a signed-in user: keyboard use and layout shift. `states.spec.ts` covers their states. */
import { accountStates, signedInAs, standing, subscriber } from './account-states';
import { drawn, expect, test } from './journey';

// The mocked API must answer instead of the service worker. Layout shift is measured with full motion.
test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'no-preference' } });

test('keyboard: open the menu, go to the profile and cancel the deletion dialog', async ({
  page,
}) => {
  await signedInAs(page);
  await page.goto('/');
  // A menu that waited for its entrance to end before it left would take the Escape that is meant for the dialog.
  await page.evaluate(() => {
    const late = new CSSStyleSheet();
    late.replaceSync('.appear { animation-delay: 60s !important }');
    document.adoptedStyleSheets.push(late);
  });
  const avatar = page.getByRole('button', { name: 'My Account' });
  await avatar.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit Profile' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(avatar).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();

  const opener = page.getByRole('button', { name: 'Delete Account' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Are you absolutely sure?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(opener).toBeFocused();
});

test('after a withdrawal focus is on the confirmation', async ({ page }) => {
  await accountStates.withdrawn?.(page);
  await expect(page.getByRole('status').filter({ hasText: 'withdrawn' })).toBeFocused();
});

test('the button of the plan does not move away under a finger when its dates arrive', async ({
  page,
}) => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await signedInAs(page, subscriber);
  await page.route('**/api/subscription', async (route) => {
    await arrival;
    await route.fulfill({ json: standing });
  });
  await page.goto('/profile');
  await expect(page.getByText('Renews every month until you cancel')).toBeVisible();
  const manage = page.getByRole('button', { name: 'Manage Subscription', includeHidden: true });
  await expect(manage).toBeHidden();
  const before = await manage.boundingBox();
  expect(before).not.toBeNull();
  arrive();
  await expect(manage).toBeVisible();
  expect(await manage.boundingBox()).toEqual(before);
});

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`the account screens load without layout shift, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          (window as unknown as { shift: number }).shift += (
            entry as PerformanceEntry & { value: number }
          ).value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const name of ['profile-subscriber', 'profile-blocked', 'testimonies']) {
      await accountStates[name]?.(page);
      await drawn(page);
      const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
      expect(shift, name).toBeLessThanOrEqual(0.02);
    }
  });
}
