/** Premium from purchase to cancellation, at the Stripe stand-in with Stripe's test cards. */
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './journey';
import { signInByEmail, someone } from './sign-in';

const GOOD = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';
const ASKS_THE_BANK = '4000 0025 0000 3155';

// The card field is in an iframe of the stand-in's origin.
test.use({ partners: [process.env.STRIPE_URL].filter((origin) => origin !== undefined) });

const card = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]');
const plan = (page: Page, name = 'Premium') =>
  page.getByRole('main').getByText(name, { exact: true });
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe Now - $20/month' });

/** Completes step 1 with an address. */
async function giveAddress(page: Page, address: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(address);
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(card(page).getByLabel('Card number')).toBeVisible();
  // The whole card field is visible, without scrolling in the iframe.
  await expect(card(page).getByLabel('Security code')).toBeInViewport({ ratio: 1 });
}

/** Types a card and presses the button of step 2. */
async function payWith(page: Page, number: string) {
  await fillCard(page, number);
  await subscribe(page).click();
}

async function fillCard(page: Page, number: string) {
  await card(page).getByLabel('Card number').fill(number);
  await card(page).getByLabel('Expiration date').fill('12 / 34');
  await card(page).getByLabel('Security code').fill('123');
}

/** Waits until the server has recorded the payment, and stops the countdown to home. */
async function confirmed(page: Page) {
  await expect(page).toHaveURL(/\/subscribe\/success$/);
  await expect(page.getByRole('heading', { name: 'Welcome to Premium!' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByText('You can stay here as long as you like.')).toBeVisible();
}

test('a visitor pays after a declined card and gets Premium by signing in', async ({ page }) => {
  const address = someone();
  await page.goto('/subscribe');
  await expect(page.getByText('Test payments only')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('somebody');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();

  await giveAddress(page, address);
  await payWith(page, DECLINED);
  await expect(page.getByRole('main').getByText('Your card was declined.')).toBeVisible();
  await payWith(page, GOOD);
  await confirmed(page);
  await expect(page.getByRole('region', { name: 'Premium is waiting for' })).toContainText(address);

  await signInByEmail(page, address, '/profile');
  await expect(plan(page)).toBeVisible();
  await expect(page.getByText(/Renews on .+ and every month/)).toBeVisible();
});

test('3-D Secure succeeds, Premium starts, the portal opens, and two clicks cancel', async ({
  page,
}) => {
  const address = someone();
  await signInByEmail(page, address, '/subscribe');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(address);
  await giveAddress(page, address);
  await payWith(page, ASKS_THE_BANK);
  await card(page).getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByRole('main').getByText('Payment Failed')).toBeVisible();
  await payWith(page, ASKS_THE_BANK);
  await card(page).getByRole('button', { name: 'Complete authentication' }).click();
  await confirmed(page);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Manage Subscription' }).click();
  await expect(page.getByRole('heading', { name: 'Billing portal of the stand-in' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the app' }).click();
  await expect(page).toHaveURL(/\/profile$/);

  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('You will not be charged again.');
  await question.getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText(/Canceled\. Premium stays on until/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Canceled\. Premium stays on until/)).toBeVisible();
  await expect(plan(page)).toBeVisible();
});

test('a year is chosen, paid and shown in the profile, and a change in the portal is followed', async ({
  page,
}) => {
  const address = someone();
  await signInByEmail(page, address, '/subscribe');
  const choice = page.getByRole('group', { name: 'How often you pay' });
  await expect(choice.getByRole('radio', { name: /Monthly/ })).toBeChecked();
  await expect(choice).toContainText('Saves $40 a year');
  // By keyboard, as any radio group.
  await choice.getByRole('radio', { name: /Monthly/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(choice.getByRole('radio', { name: /Yearly/ })).toBeChecked();
  await giveAddress(page, address);
  await expect(page.getByText('$200 today, then $200 every year')).toBeVisible();
  await fillCard(page, GOOD);
  await page.getByRole('button', { name: 'Subscribe Now - $200/year' }).click();
  await confirmed(page);

  await page.goto('/profile');
  await expect(page.getByText(/Renews on .+ and every year/)).toBeVisible();
  await page.getByRole('button', { name: 'Manage Subscription' }).click();
  await page.getByRole('button', { name: 'Pay monthly' }).click();
  await expect(page.getByRole('button', { name: 'Pay yearly' })).toBeVisible();
  await expect(async () => {
    await page.goto('/profile');
    await expect(page.getByText(/Renews on .+ and every month/)).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('a year is given by a visitor, and accepted once by somebody who signs in', async ({
  page,
  browser,
}) => {
  const giver = await browser.newPage();
  await giver.goto('/subscribe');
  await giver.getByRole('link', { name: 'Give a year to somebody' }).click();
  await expect(giver.getByText('One payment of $200.')).toBeVisible();
  await giveAddress(giver, someone());
  await fillCard(giver, DECLINED);
  await giver.getByRole('button', { name: 'Pay $200' }).click();
  await expect(giver.getByRole('main').getByText('Your card was declined.')).toBeVisible();
  await fillCard(giver, ASKS_THE_BANK);
  await giver.getByRole('button', { name: 'Pay $200' }).click();
  await card(giver).getByRole('button', { name: 'Complete authentication' }).click();
  await expect(giver.getByText('Your gift is ready')).toBeVisible();
  const link = await giver.getByText(/\/gift\/[0-9A-Z-]{23}$/).innerText();
  // The same browser shows it again.
  await giver.goto('/subscribe/gift');
  await expect(giver.getByText(link)).toBeVisible();

  await page.goto('/gift/00000-00000-00000-00000');
  await expect(page.getByRole('heading', { name: 'We do not know this gift' })).toBeVisible();
  await page.goto(new URL(link).pathname);
  await expect(page.getByText('Somebody has given you a year of Premium.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in to accept it' })).toBeVisible();
  await signInByEmail(page, someone(), new URL(link).pathname);
  await page.getByRole('button', { name: 'Accept the gift' }).click();
  await expect(page.getByRole('heading', { name: 'It is yours' })).toBeVisible();
  await expect(page.getByText(/Premium is on until/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Premium is on until/)).toBeVisible();
  await page.goto('/profile');
  await expect(plan(page)).toBeVisible();
  await expect(page.getByText(/Premium as a gift, until/)).toBeVisible();

  await giver.goto(new URL(link).pathname);
  await expect(giver.getByText('This gift was accepted already')).toBeVisible();
  await giver.goto('/subscribe/gift');
  await expect(giver.getByText(/Accepted on/)).toBeVisible();
  await giver.close();
});

test('opening the success URL does not grant Premium', async ({ page }) => {
  await signInByEmail(page, someone(), '/subscribe/success');
  await expect(page.getByRole('heading', { name: 'There is no payment to confirm' })).toBeVisible();
  await page.goto('/?premium=true');
  await page.goto('/profile');
  await expect(plan(page, 'Free')).toBeVisible();
});

/** Pays as a visitor with an address, up to the confirmation. */
async function payAsVisitor(page: Page, address: string) {
  await page.goto('/subscribe');
  await giveAddress(page, address);
  await payWith(page, GOOD);
  await confirmed(page);
}

test('a mistyped address is corrected after paying, and the payer gets Premium', async ({
  page,
}) => {
  const [mistyped, right] = [someone(), someone()];
  await payAsVisitor(page, mistyped);
  const waiting = page.getByRole('region', { name: 'Premium is waiting for' });
  await expect(waiting).toContainText(mistyped);
  await page.getByRole('button', { name: 'That’s wrong' }).click();
  const field = page.getByLabel('Your right email address');
  await expect(field).toBeFocused();
  await field.fill(right);
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(waiting).toContainText(right);
  await page.getByRole('button', { name: 'See the receipt' }).click();
  await expect(page.getByRole('heading', { name: 'Invoice of the stand-in' })).toBeVisible();

  await signInByEmail(page, right, '/profile');
  await expect(plan(page)).toBeVisible();
});

test('a payment under somebody’s address is theirs only once they accept it', async ({
  page,
  browser,
}) => {
  const address = someone();
  const payer = await browser.newPage();
  await payAsVisitor(payer, address);
  await payer.close();

  await signInByEmail(page, address, '/profile');
  await expect(plan(page, 'Free')).toBeVisible();
  await page.getByRole('link', { name: 'Was it you?' }).click();
  await expect(page.getByText('Somebody paid for Premium with your email address')).toBeVisible();
  await page.getByRole('button', { name: 'It was me', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(plan(page)).toBeVisible();
});

/** The subscriptions of an address at the stand-in, oldest first. */
async function subscriptionsOf(request: APIRequestContext, address: string) {
  const answer = await request.get(`${process.env.STRIPE_URL}/standin/subscriptions`);
  const all: { id: string; email: string | null; status: string }[] = await answer.json();
  return all.filter(({ email }) => email === address);
}

test('somebody who pays twice gets the second payment back, and reads it in the profile', async ({
  page,
  browser,
  request,
}) => {
  const address = someone();
  await signInByEmail(page, address, '/subscribe');
  await giveAddress(page, address);
  await payWith(page, GOOD);
  await confirmed(page);

  const other = await browser.newPage();
  await payAsVisitor(other, address);
  await signInByEmail(other, address, '/profile');
  await expect(async () => {
    await other.goto('/profile');
    await expect(other.getByText(/refunded \$20\.00/)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(plan(other)).toBeVisible();
  await expect(other.getByText(/Renews on/)).toBeVisible();
  await expect
    .poll(async () => (await subscriptionsOf(request, address)).map(({ status }) => status))
    .toEqual(['active', 'canceled']);
  await other.close();
});

test('before paying there is a price, and afterwards nowhere', async ({ page }) => {
  const address = someone();
  await signInByEmail(page, address, '/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('button', { name: 'Upgrade' }).click();
  await expect(page.getByRole('dialog')).toContainText('$20/month');

  await page.goto('/subscribe');
  await giveAddress(page, address);
  await payWith(page, GOOD);
  await confirmed(page);
  await expect(page.getByText('$')).toHaveCount(0);

  await page.goto('/profile');
  await expect(page.getByText(/Renews on/)).toBeVisible();
  await expect(page.getByText('$')).toHaveCount(0);
  const support = page.getByRole('link', { name: 'Contact Support' });
  await expect(support).toHaveAttribute('href', /subject=Premium%20support/);

  await menu.getByRole('button', { name: 'Premium' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/It renews on/);
  await expect(dialog).not.toContainText('$');
  await dialog.getByRole('link', { name: 'The teaching library' }).click();
  await expect(page).toHaveURL(/\/library$/);
  await expect(page.getByText('$')).toHaveCount(0);

  await page.goto('/subscribe');
  await expect(page.getByRole('heading', { name: 'Your Premium' })).toBeVisible();
  await expect(page.getByText('You already have Premium')).toBeVisible();
  await expect(page.getByText('$')).toHaveCount(0);
});

test('a late payment is paid from the banner, and Premium goes on', async ({ page, request }) => {
  const address = someone();
  await signInByEmail(page, address, '/subscribe');
  await giveAddress(page, address);
  await payWith(page, GOOD);
  await confirmed(page);
  const [{ id } = { id: 'none' }] = await subscriptionsOf(request, address);
  await request.post(`${process.env.STRIPE_URL}/standin/subscriptions/${id}`, {
    data: { becomes: 'renewal_failed' },
  });
  await expect(async () => {
    await page.goto('/profile');
    await expect(page.getByRole('link', { name: 'Pay now' }).first()).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
  await page.getByRole('link', { name: 'Pay now' }).first().click();
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await expect(page.getByText('Status: paid')).toBeVisible();
  await expect(async () => {
    await page.goto('/profile');
    await expect(page.getByText(/Renews on/)).toBeVisible({ timeout: 1000 });
  }).toPass();
});
