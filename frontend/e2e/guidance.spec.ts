import {
  ask,
  askButton,
  askByTopic,
  enterAsGuest,
  enterFromLandingPage,
  expect,
  struggle,
  test,
} from './journey';

// The main flow runs with full motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const WORRY = 'I lie awake at night and worry about losing my job.';

test('a guest types a struggle and reads guidance', async ({ page }) => {
  await enterFromLandingPage(page);
  await expect(page.getByText('0/3 today')).toBeVisible();
  await ask(page, WORRY);

  await expect(page).toHaveURL(/\/result$/);
  await expect(page.getByText('Message of Hope')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
  await expect(page.getByRole('blockquote').first()).not.toBeEmpty();
  await expect(page.getByText('World English Bible').first()).toBeVisible();
  await expect(page.getByText('1/3 today')).toBeVisible();

  await page.getByRole('button', { name: 'Read in context' }).click();
  await expect(page.getByRole('button', { name: 'Back to the passage' })).toBeVisible();
  await expect(page.locator('blockquote sup').first()).toBeVisible();
});

test('text is kept while navigating and cleared after sending', async ({ page }) => {
  await enterAsGuest(page);
  await struggle(page).fill('half a sentence');
  await page.getByRole('link', { name: 'Guidelines' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(struggle(page)).toHaveValue('half a sentence');
  await ask(page, WORRY);
  await page.getByRole('link', { name: 'Get More Guidance' }).click();
  await expect(struggle(page)).toHaveValue('');
});

test('a guest picks a topic', async ({ page }) => {
  await enterAsGuest(page);
  const chip = page.getByRole('button', { name: 'Grief & loss' });
  await struggle(page).fill('some words');
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(struggle(page)).toHaveValue('');
  await askButton(page).click();
  await expect(page).toHaveURL(/\/result$/);
  await expect(page.getByText('Message of Hope')).toBeVisible();
});

test('neither text nor topic: the specified message', async ({ page }) => {
  await enterAsGuest(page);
  await askButton(page).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Please describe your struggle or select a topic');
  await page.keyboard.press('Escape');
  await expect(alert).toBeHidden();
  await expect(askButton(page)).toBeFocused();
});

test('the fourth request opens the upgrade dialog, and a crisis text still shows the helplines', async ({
  page,
}) => {
  await enterAsGuest(page);
  for (const topic of ['Fear', 'Marriage', 'Loneliness']) await askByTopic(page, topic);
  await expect(page.getByText('3/3 today')).toBeVisible();
  await expect(askButton(page)).toHaveText('Daily Limit Reached');

  const upgrade = page.getByRole('dialog', { name: 'Unlimited Guidance' });
  await ask(page, WORRY);
  await expect(upgrade).toBeVisible();
  await expect(upgrade).toContainText('$20/month');
  await upgrade.getByRole('button', { name: 'Maybe Later' }).click();
  await expect(struggle(page)).toHaveValue(WORRY);

  await ask(page, 'I want to kill myself tonight.');
  const help = page.getByRole('alertdialog', { name: 'Immediate Support Available' });
  await expect(help).toBeVisible();
  await expect(help.getByRole('link', { name: /988/ }).first()).toHaveAttribute('href', 'tel:988');
  await expect(help.getByRole('link', { name: /911/ })).toHaveAttribute('href', 'tel:911');
  await expect(help.getByRole('link', { name: /741741/ })).toHaveAttribute(
    'href',
    'sms:741741?&body=HOME',
  );
  await help.getByRole('button', { name: 'I Understand' }).click();
  await expect(help).toBeHidden();
  await expect(page.getByText('3/3 today')).toBeVisible();
});

test('the daily limit holds for a guest who clears the browser storage', async ({ page }) => {
  await enterAsGuest(page);
  for (const topic of ['Fear', 'Marriage', 'Loneliness']) await askByTopic(page, topic);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByText('3/3 today')).toBeVisible();
});
