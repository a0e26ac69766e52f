/** Signing in where phones make it hard: apps that restart, mail apps with browsers of their own, browsers inside apps. */
import type { Browser, BrowserContext } from '@playwright/test';
import { rows } from './database';
import { expect, expectAccessibleInBothThemes, test } from './journey';
import {
  askByEmail,
  codeTo,
  linkTo,
  mailsTo,
  openSignIn,
  partners,
  signedInAs,
  someone,
} from './sign-in';
import { phone } from './sizes';

test.use({ partners: partners(), viewport: phone });

const MASKED = /s•••@example\.org/;

/** The app after the system has closed it: only what the browser has stored is left. */
async function restart(browser: Browser, before: BrowserContext, options = {}) {
  const storageState = await before.storageState();
  await before.close();
  return (await browser.newContext({ ...options, storageState })).newPage();
}

/** Half a minute later. */
const later = (address: string) =>
  rows(
    "update email_sign_in set created_at = created_at - interval '31 seconds', sent_again_at = sent_again_at - interval '31 seconds' where email = $1",
    [address],
  );

test('an app that restarts while its user looks into their mail finds its way back', async ({
  page,
  context,
  browser,
  extraHTTPHeaders,
}) => {
  test.skip(!process.env.DATABASE_URL, 'needs the database of the running stack');
  const address = someone();
  await askByEmail(page, address, '/guidelines');
  const app = await restart(browser, context, { extraHTTPHeaders, viewport: phone });
  await app.goto('/');
  await expect(app.getByText(MASKED)).toBeVisible();
  await expectAccessibleInBothThemes(app);
  await app.getByRole('link', { name: 'I have a code' }).click();
  await expect(app.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await app.reload();
  await expect(app.getByText(MASKED)).toBeVisible();
  await expect(app.getByRole('button', { name: 'Send again' })).toBeHidden();
  await expectAccessibleInBothThemes(app);

  await later(address);
  await app.reload();
  await app.getByRole('button', { name: 'Send again' }).click();
  await expect(app.getByText(/again\. Use either one/)).toBeVisible();
  await expect.poll(() => mailsTo(address)).toBe(2);

  await openSignIn(app);
  await expect(app.getByText(MASKED)).toBeVisible();
  await expectAccessibleInBothThemes(app);
  await app.getByRole('link', { name: 'I have a code' }).click();
  await app.getByLabel('Code from the email').fill(await codeTo(address));
  await app.getByRole('button', { name: 'Sign in' }).click();
  await app.waitForURL('/guidelines');
  expect(await signedInAs(app)).toBe(address);
  await app.context().close();
});

test('a code that came too late leads to a new one with one press, and is taken in other digits', async ({
  page,
}) => {
  test.skip(!process.env.DATABASE_URL, 'needs the database of the running stack');
  const address = someone();
  await askByEmail(page, address, '/guidelines');
  await codeTo(address);
  await rows('update email_sign_in set expires_at = now() where email = $1', [address]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('That link has expired');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Email me a new one' }).click();
  await expect(page.getByText(MASKED)).toBeVisible();

  const code = await codeTo(address);
  const typed = code.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
  await page.getByLabel('Code from the email').fill(`${typed.slice(0, 3)}-${typed.slice(3)}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('/guidelines');
  expect(await signedInAs(page)).toBe(address);
});

test('a link that opens in another browser offers the code for the first one', async ({
  page,
  browser,
  extraHTTPHeaders,
}) => {
  const address = someone();
  await askByEmail(page, address, '/guidelines');
  const link = await linkTo(address);
  const mailApp = await (
    await browser.newContext({ ...(extraHTTPHeaders && { extraHTTPHeaders }), viewport: phone })
  ).newPage();
  await mailApp.goto(link);
  await mailApp.reload();
  await expect(mailApp.getByRole('heading', { level: 1 })).toHaveText(
    'You started in another browser',
  );
  await expectAccessibleInBothThemes(mailApp);
  const code = await mailApp.locator('.code').innerText();
  expect(await signedInAs(mailApp)).toBeNull();

  await page.getByLabel('Code from the email').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('/guidelines');
  expect(await signedInAs(page)).toBe(address);
  await mailApp.getByRole('button', { name: 'Sign in here instead' }).click();
  expect(await signedInAs(mailApp)).toBeNull();
  await mailApp.context().close();
});

for (const [name, userAgent] of [
  [
    'Instagram on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 336.0.0 (iPhone14,5; iOS 17_5)',
  ],
  [
    'an app on Android',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36',
  ],
] as const) {
  test.describe(`inside ${name}`, () => {
    test.use({ userAgent });
    test('Google gives way to email and to the address for the own browser', async ({
      page,
      baseURL,
    }) => {
      await openSignIn(page, '/guidelines');
      await expect(page.getByRole('link', { name: 'Continue with Google' })).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Continue with GitHub' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Open in your browser' })).toBeVisible();
      await expect(page.getByText(`${baseURL}/api/login?returnTo=/guidelines`)).toBeVisible();
      await expectAccessibleInBothThemes(page);
      const address = someone();
      await page.getByLabel('Your email address').fill(address);
      await page.getByRole('button', { name: 'Email me a link' }).click();
      await page.getByLabel('Code from the email').fill(await codeTo(address));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('/guidelines');
      expect(await signedInAs(page)).toBe(address);
    });
  });
}
