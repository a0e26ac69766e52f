/** Signing in and out by every method; the pages work without JavaScript and in both themes. */
import { expect, expectAccessibleInBothThemes, test } from './journey';
import {
  askByEmail,
  authorizeAtGitHub,
  openSignIn,
  partners,
  signedInAs,
  signInByEmail,
  signInByGitHub,
  signInByGoogle,
  signInByLink,
  someone,
  typeCode,
} from './sign-in';

test.use({ partners: partners() });

for (const [way, signIn] of [
  ['email', signInByEmail],
  ['Google', signInByGoogle],
  ['GitHub', signInByGitHub],
] as const) {
  test(`a user signs in by ${way}, returns to the page before, and signs out`, async ({ page }) => {
    const address = someone();
    await signIn(page, address, '/guidelines');
    expect(await signedInAs(page)).toBe(address);
    await page.getByRole('button', { name: 'My Account' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.waitForURL('/');
    expect(await signedInAs(page)).toBeNull();
  });
}

test('the sign-in link works on a device other than the one that requested it', async ({
  page,
  browser,
}) => {
  const address = someone();
  await askByEmail(page, address, '/guidelines');
  const phone = await (await browser.newContext()).newPage();
  await signInByLink(phone, address, '/guidelines');
  expect(await signedInAs(phone)).toBe(address);
  expect(await signedInAs(page)).toBeNull();
});

test('the earlier of two devices is told that it was signed out', async ({ page, browser }) => {
  const address = someone();
  await signInByGoogle(page, address);
  const phone = await (await browser.newContext()).newPage();
  await signInByGoogle(phone, address);
  await page.reload();
  await expect(page.getByText('Logged out from another device').first()).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await signedInAs(phone)).toBe(address);
  expect(await signedInAs(page)).toBeNull();
});

test('the same proven address is the same account with every method', async ({ page }) => {
  const address = someone();
  await signInByEmail(page, address);
  const id = async () => (await (await page.request.get('/api/auth/user')).json()).id;
  const first = await id();
  await signInByGoogle(page, address);
  expect(await id()).toBe(first);
  // GitHub runs no mailbox: a code mailed there joins the two, once.
  await authorizeAtGitHub(page, address);
  await expect(page.getByText('There is an account with this address already.')).toBeVisible();
  await typeCode(page, address);
  expect(await id()).toBe(first);
  await signInByGitHub(page, address);
  expect(await id()).toBe(first);
});

test('the sign-in pages are accessible in both themes', async ({ page }) => {
  await openSignIn(page);
  await expectAccessibleInBothThemes(page);
  await askByEmail(page, someone());
  await expectAccessibleInBothThemes(page);
  await page.goto('/api/login/link?token=over');
  await expectAccessibleInBothThemes(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('a user signs in by link', async ({ page }) => {
    const address = someone();
    await askByEmail(page, address, '/guidelines');
    await signInByLink(page, address, '/guidelines');
    expect(await signedInAs(page)).toBe(address);
  });
});
