/**
 * Signing in by each of the three methods through the browser.
 *
 * `bin/test` starts the doubles of Google, GitHub and the mail server (`e2e/doubles`, `tools/mail-catcher.mjs`). It
 * passes the catcher's URL in MAIL_CATCHER. Each test uses its own address: `someone()`.
 */
import { expect, type Page } from '@playwright/test';

interface Mail {
  to: string[];
  subject: string;
  text: string;
}

/** An address that is unique in this run. */
export const someone = () => `someone-${crypto.randomUUID()}@example.org`;

/** The origins of the Google and GitHub doubles, for `test.use({ partners: partners() })`. */
export const partners = () =>
  [process.env.GOOGLE_ISSUER, process.env.GITHUB_URL].filter((origin) => origin !== undefined);

/** Opens the sign-in page with `returnTo`. */
export async function openSignIn(page: Page, returnTo = '/'): Promise<void> {
  await page.goto(`/api/login?returnTo=${encodeURIComponent(returnTo)}`);
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
}

/** Signs in by the mailed code. */
export async function signInByEmail(page: Page, address: string, returnTo = '/'): Promise<void> {
  await askByEmail(page, address, returnTo);
  await typeCode(page, address, returnTo);
}

/** Types the mailed code on its page. */
export async function typeCode(page: Page, address: string, returnTo = '/'): Promise<void> {
  await page.getByLabel('Code from the email').fill(await codeTo(address));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arrived(page, returnTo);
}

/** The code in the newest unread mail to an address. */
export const codeTo = async (address: string) =>
  (await mailTo(address)).text.match(/^\s*(\d{6})\s*$/m)?.[1] ?? 'no code';

/** The link in the newest unread mail to an address. */
export const linkTo = async (address: string) =>
  (await mailTo(address)).text.match(/https?:\/\/\S+\/api\/login\/link\?\S+/)?.[0] ?? 'no link';

/** How many mails an address has got. */
export async function mailsTo(address: string): Promise<number> {
  return (await caught(address)).length;
}

/** Requests a mail and waits for the response. */
export async function askByEmail(page: Page, address: string, returnTo = '/'): Promise<void> {
  await openSignIn(page, returnTo);
  await page.getByLabel('Your email address').fill(address);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

/** Opens the mailed link in this browser and presses its button. */
export async function signInByLink(page: Page, address: string, returnTo = '/'): Promise<void> {
  await page.goto(await linkTo(address));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arrived(page, returnTo);
}

/** Signs in at the double of Google. */
export async function signInByGoogle(page: Page, address: string, returnTo = '/'): Promise<void> {
  await openSignIn(page, returnTo);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await arrived(page, returnTo);
}

/** Signs in at the double of GitHub. */
export async function signInByGitHub(page: Page, address: string, returnTo = '/'): Promise<void> {
  await authorizeAtGitHub(page, address, returnTo);
  await arrived(page, returnTo);
}

/** Comes back from the double of GitHub. */
export async function authorizeAtGitHub(
  page: Page,
  address: string,
  returnTo = '/',
): Promise<void> {
  await openSignIn(page, returnTo);
  await page.getByRole('link', { name: 'Continue with GitHub' }).click();
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Authorize' }).click();
}

/** The address the server reports as signed in, or null. */
export async function signedInAs(page: Page): Promise<string | null> {
  const answer = await page.request.get('/api/auth/user');
  if (answer.status() === 401) return null;
  const user: { email: string } = await answer.json();
  return user.email;
}

async function arrived(page: Page, returnTo: string): Promise<void> {
  await page.waitForURL((url) => url.pathname + url.search === returnTo);
}

/** How many mails to each address have been read. */
const read = new Map<string, number>();

async function caught(address: string): Promise<Mail[]> {
  const catcher = process.env.MAIL_CATCHER ?? 'http://127.0.0.1:8025';
  return (await fetch(`${catcher}/messages?to=${encodeURIComponent(address)}`)).json();
}

/** Waits for the newest unread mail to an address; the code of an older one is spent. */
async function mailTo(address: string): Promise<Mail> {
  let newest: Mail | undefined;
  await expect(async () => {
    const mails = await caught(address);
    expect(mails.length, `mails to ${address}`).toBeGreaterThan(read.get(address) ?? 0);
    read.set(address, mails.length);
    newest = mails[0];
  }).toPass({ timeout: 30_000 });
  if (!newest) throw new Error('unreachable: the loop above ends with a mail');
  return newest;
}
