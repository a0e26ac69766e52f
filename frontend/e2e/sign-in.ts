/**
 * Signing in, by each of the three ways, as a person does it in a browser.
 *
 * `bin/test` starts what stands in for Google, GitHub and the mail server (`e2e/doubles`, `tools/mail-catcher.mjs`) and
 * names the catcher in MAIL_CATCHER. Each journey uses an address of its own: `someone()`.
 */
import { expect, type Page } from '@playwright/test';

interface Mail {
  to: string[];
  subject: string;
  text: string;
}

/** An address that nobody else uses in this run. */
export const someone = () => `someone-${crypto.randomUUID()}@example.org`;

/** The origins that stand in for Google and GitHub, for `test.use({ partners: partners() })`. */
export const partners = () =>
  [process.env.GOOGLE_ISSUER, process.env.GITHUB_URL].filter((origin) => origin !== undefined);

/** Opens the sign-in page, to come back to `returnTo`. */
export async function openSignIn(page: Page, returnTo = '/'): Promise<void> {
  await page.goto(`/api/login?returnTo=${encodeURIComponent(returnTo)}`);
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
}

/** Signs in by the code that is mailed. */
export async function signInByEmail(page: Page, address: string, returnTo = '/'): Promise<void> {
  await askByEmail(page, address, returnTo);
  const { subject } = await mailTo(address);
  await page.getByLabel('The code from the mail').fill(subject.slice(-6));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arrived(page, returnTo);
}

/** Asks for a mail, and waits until the server has answered. */
export async function askByEmail(page: Page, address: string, returnTo = '/'): Promise<void> {
  await openSignIn(page, returnTo);
  await page.getByLabel('Your email address').fill(address);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();
}

/** Opens the link that was mailed and presses its button, in this browser. */
export async function signInByLink(page: Page, address: string, returnTo = '/'): Promise<void> {
  const { text } = await mailTo(address);
  const link = text.match(/https?:\/\/\S+\/api\/login\/link\?\S+/)?.[0] ?? 'no link';
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arrived(page, returnTo);
}

/** Signs in at the OpenID provider that stands in for Google. */
export async function signInByGoogle(page: Page, address: string, returnTo = '/'): Promise<void> {
  await openSignIn(page, returnTo);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await arrived(page, returnTo);
}

/** Signs in at the server that stands in for GitHub. */
export async function signInByGitHub(page: Page, address: string, returnTo = '/'): Promise<void> {
  await openSignIn(page, returnTo);
  await page.getByRole('link', { name: 'Continue with GitHub' }).click();
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Authorize' }).click();
  await arrived(page, returnTo);
}

/** Who the server says is signed in: an address, or nobody. */
export async function signedInAs(page: Page): Promise<string | null> {
  const answer = await page.request.get('/api/auth/user');
  if (answer.status() === 401) return null;
  const user: { email: string } = await answer.json();
  return user.email;
}

async function arrived(page: Page, returnTo: string): Promise<void> {
  await page.waitForURL((url) => url.pathname + url.search === returnTo);
}

/** How many mails to each address were read. */
const read = new Map<string, number>();

/** The newest mail to an address, as soon as there is one that was not read: the code of an older one is spent. */
async function mailTo(address: string): Promise<Mail> {
  const catcher = process.env.MAIL_CATCHER ?? 'http://127.0.0.1:8025';
  let newest: Mail | undefined;
  await expect(async () => {
    const answer = await fetch(`${catcher}/messages?to=${encodeURIComponent(address)}`);
    const mails: Mail[] = await answer.json();
    expect(mails.length, `mails to ${address}`).toBeGreaterThan(read.get(address) ?? 0);
    read.set(address, mails.length);
    newest = mails[0];
  }).toPass({ timeout: 30_000 });
  if (!newest) throw new Error('unreachable: the loop above ends with a mail');
  return newest;
}
