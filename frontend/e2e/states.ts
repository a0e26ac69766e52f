/**
 * Every screen in every state that a visitor can meet. The checks of all screens and the gallery both use this list,
 * so a new state is covered by both.
 */
import type { Page } from '@playwright/test';
import { accountStates, signedInAs } from './account-states';
import { adminStates } from './admin-states';
import { ask, askButton, enterAsGuest, expect, markAsGuest, struggle } from './journey';
import { mineStates } from './mine-states';
import { overviewStates } from './overview-states';
import { paymentStates } from './payment-states';
import { premiumStates } from './premium-states';
import { psalmStates } from './psalm-states';
import { staffStates } from './staff-states';

type Open = (page: Page) => Promise<unknown>;

const WORRY = 'I lie awake and worry about my job.';

/** Opens a URL and waits for its heading. */
const at =
  (path: string): Open =>
  async (page) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };

const asGuestAt =
  (path: string): Open =>
  async (page) => {
    await markAsGuest(page);
    await at(path)(page);
  };

const asking =
  (words: string): Open =>
  async (page) => {
    await enterAsGuest(page);
    await ask(page, words);
  };

/** Mocks a failure of the guidance request. */
const refuse = (page: Page, status: number, body: object, headers: Record<string, string> = {}) =>
  page.route('**/api/guidance', (route) =>
    route.fulfill({
      status,
      headers,
      contentType: 'application/json',
      body: JSON.stringify(body),
    }),
  );

/** Adds fields to the server's real response. */
const enrich = (page: Page, call: string, addition: object) =>
  page.route(call, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...addition } });
  });

const letter: Open = async (page) => {
  await asking(WORRY)(page);
  await expect(page.getByText('Message of Hope')).toBeVisible();
};

/** Mocks a signed-in user. */
export const asUser = (page: Page, user: object = {}) =>
  page.route('**/api/auth/user', (route) =>
    route.fulfill({
      json: {
        id: '1',
        firstName: 'Miriam',
        lastName: 'Cole',
        email: 'miriam@example.org',
        profileImageUrl: null,
        isPremium: false,
        ...user,
      },
    }),
  );

const testimonies = [
  {
    id: '1',
    redactedText:
      'After my mother died I could not pray for a year. What helped was [name], who sat with me every Tuesday and never once told me how to feel.\n\nI still miss her. But I sleep again, and on some evenings I can say thank you.',
    language: 'en',
  },
  {
    id: '2',
    redactedText: 'I lost my job twice. Both times somebody from church called first.',
    language: 'en',
  },
];

const sources = [
  {
    title: 'Letters on Rest',
    page: 12,
    snippet:
      'Rest is not what is left over when the work is done. It is the ground on which the work can stand.',
    marks: [[0, 4]],
  },
];

async function tellTestimony(page: Page, happened: string) {
  await asGuestAt('/testimony')(page);
  await page.getByRole('textbox', { name: 'What happened?' }).fill(happened);
  await page
    .getByRole('textbox', { name: 'What helped you?' })
    .fill('A friend who brought soup and stayed.');
  await page
    .getByRole('textbox', { name: 'What changed?' })
    .fill('I call people before it gets dark.');
  await page.getByRole('checkbox', { name: /I agree/ }).check();
}

/** The event that Chromium fires when the app can be installed. */
const offerInstall = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt')));

const submitTestimony = (page: Page) =>
  page.getByRole('button', { name: 'Submit Story for Review' }).click();

export const states: Record<string, Open> = {
  landing: at('/'),
  'signed-in-elsewhere': async (page) => {
    await page.goto('/?logged_out=elsewhere');
    await expect(page.getByText('Logged out from another device')).toBeVisible();
  },
  ...accountStates,
  ...premiumStates,
  ...paymentStates,
  ...mineStates,
  ...staffStates,
  ...adminStates,
  ...overviewStates,

  home: enterAsGuest,
  'home-user': async (page) => {
    await asUser(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /Miriam/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'My Account' })).toBeVisible();
  },
  'home-premium-menu': async (page) => {
    await asUser(page, { isPremium: true });
    await page.goto('/');
    await page.getByRole('button', { name: 'My Account' }).click();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  },
  'home-long-name': async (page) => {
    await signedInAs(page, { firstName: 'Maximiliana-Wilhelmina Anastasia Konstantinopoulou' });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /Maximiliana/ })).toBeVisible();
  },
  'home-right-to-left': async (page) => {
    await enterAsGuest(page);
    await struggle(page).fill('لا أستطيع النوم، وأقلق على عملي كل ليلة.');
  },
  'home-slow': async (page) => {
    await page.addInitScript(() => sessionStorage.setItem('stillwater:guest', '1'));
    await page.route('**/api/{topics,usage}', () => {});
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Fear' })).toBeVisible();
  },
  'home-letter-kept': async (page) => {
    await letter(page);
    await page.getByRole('button', { name: 'Keep this on my device' }).click();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByRole('link', { name: 'The message you kept' })).toBeVisible();
  },
  'home-install': async (page) => {
    await enterAsGuest(page);
    await offerInstall(page);
    await page.getByRole('button', { name: 'Install App' }).scrollIntoViewIfNeeded();
  },
  'home-topic-chosen': async (page) => {
    await enterAsGuest(page);
    await page.getByRole('button', { name: 'Fear' }).click();
  },
  'home-loading': async (page) => {
    await enterAsGuest(page);
    await page.route('**/api/guidance', () => {});
    await struggle(page).fill('I worry about everything.');
    await askButton(page).click();
    await expect(page.getByRole('button', { name: 'Finding Guidance...' })).toBeVisible();
  },
  'home-too-long': async (page) => {
    await enterAsGuest(page);
    await struggle(page).fill('I worry. '.repeat(230));
  },
  'home-blank': async (page) => {
    await enterAsGuest(page);
    await askButton(page).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'home-failed': async (page) => {
    await refuse(page, 500, {
      message: 'Something went wrong on our side. Nothing of yours is lost. Please try again.',
    });
    await asking('I worry.')(page);
    await expect(page.locator('.toast')).toBeVisible();
  },
  'home-wait': async (page) => {
    await refuse(page, 429, { code: 'RATE_LIMITED' }, { 'Retry-After': '20' });
    await asking('I worry.')(page);
    await expect(page.getByRole('alert').first()).toBeVisible();
  },
  'home-offline': async (page) => {
    await enterAsGuest(page);
    await page.route('**/api/guidance', (route) => route.abort());
    await struggle(page).fill('I worry.');
    await askButton(page).click();
    await expect(page.getByText('You seem to be offline')).toBeVisible();
  },
  'home-limit': async (page) => {
    await refuse(page, 429, { code: 'DAILY_LIMIT' });
    await asking('I worry.')(page);
    await expect(page.getByRole('dialog', { name: 'Unlimited Guidance' })).toBeVisible();
  },
  'home-at-limit': async (page) => {
    await refuse(page, 429, { code: 'DAILY_LIMIT' });
    await enrich(page, '**/api/usage', { count: 3 });
    await asking('I worry.')(page);
    await page.getByRole('button', { name: 'Maybe Later' }).click();
    await expect(page.getByRole('button', { name: 'Daily Limit Reached' })).toBeVisible();
  },
  upgrade: async (page) => {
    await enterAsGuest(page);
    await page.getByRole('button', { name: 'Upgrade' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },

  crisis: async (page) => {
    await asking('I want to end my life.')(page);
    await expect(page.getByText('What might make it hard to reach out?')).toBeAttached();
  },
  'crisis-second-step': async (page) => {
    await asking('I want to end my life.')(page);
    await page.getByText('I don’t want to be a burden.').click();
    await page.getByText('A message you could send').scrollIntoViewIfNeeded();
    await expect(page.getByText('chose to be there')).toBeVisible();
  },
  'crisis-at-home': async (page) => {
    await asking('My husband hits me and I am afraid of him tonight.')(page);
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'crisis-elsewhere': async (page) => {
    await asking('I want to end my life.')(page);
    await page.getByRole('combobox', { name: 'Helplines for' }).selectOption('Another country');
  },

  result: letter,
  'result-situation': async (page) => {
    await asking('My mum died six weeks ago and I keep going to ring her.')(page);
    await page.getByRole('button', { name: 'A short prayer' }).click();
    await expect(page.getByText('You knew us both from the start.')).toBeVisible();
  },
  'result-asked': async (page) => {
    await enterAsGuest(page);
    await ask(page, 'Psalm 23');
    await expect(page.getByText('From the Bible')).toBeVisible();
    await expect(page.locator('blockquote sup').first()).toBeVisible();
  },
  'result-translated': async (page) => {
    await letter(page);
    await page.getByLabel('Translation').selectOption('King James Version');
    await expect(page.locator('figcaption').getByText('King James Version')).toBeVisible();
  },
  'result-around': async (page) => {
    await letter(page);
    await page.getByRole('button', { name: 'Read in context' }).click();
    await expect(page.locator('blockquote sup').first()).toBeVisible();
  },
  'result-around-waiting': async (page) => {
    await page.route('**/api/scripture/**', () => {});
    await letter(page);
    await page.getByRole('button', { name: 'Read in context' }).click();
    await expect(page.getByText('Opening the chapter…')).toBeVisible();
  },
  'result-around-failed': async (page) => {
    await page.route('**/api/scripture/**', (route) => route.abort());
    await letter(page);
    await page.getByRole('button', { name: 'Read in context' }).click();
    await expect(page.getByText('The verses around it could not be loaded.')).toBeVisible();
  },
  'result-testimonies': async (page) => {
    await enrich(page, '**/api/guidance', { testimonies: testimonies, sources });
    await letter(page);
    await page.getByRole('button', { name: 'Read more' }).click();
    await page.getByText('From the library:').scrollIntoViewIfNeeded();
  },
  'result-right-to-left': async (page) => {
    const redactedText = 'بعد العملية كنت خائفة كل ليلة. جلست أختي [name] معي حتى الصباح.';
    await enrich(page, '**/api/guidance', {
      testimonies: [{ id: '1', redactedText, language: null }],
    });
    await letter(page);
    await page.getByText('Stories of Hope').scrollIntoViewIfNeeded();
  },
  'result-copied': async (page) => {
    await page.context().grantPermissions(['clipboard-write']);
    await letter(page);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('You can paste the message')).toBeVisible();
  },
  'result-not-opened': async (page) => {
    await page.route('**/api/letters/**', (route) => route.abort());
    await letter(page);
    await page.getByRole('button', { name: 'Another passage' }).click();
    await expect(page.getByText('This letter could not be opened.')).toBeVisible();
  },
  'result-not-understood': async (page) => {
    await asking('qwe rty')(page);
    await expect(page.getByRole('heading', { name: 'When words are hard to find' })).toBeVisible();
  },
  'result-refuge': async (page) => {
    await enterAsGuest(page);
    await ask(page, 'He hit me last night and my pastor says I must forgive him.');
    await page.getByRole('button', { name: 'See encouragement too' }).click();
    await expect(page.getByText('Message of Hope')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leave quickly' })).toBeVisible();
  },
  'result-offline': async (page) => {
    await enterAsGuest(page);
    await page.route('**/api/guidance', (route) => route.abort());
    await page.getByRole('button', { name: 'Grief & loss' }).click();
    await askButton(page).click();
    await expect(page.getByText('This message came with the app')).toBeVisible();
  },
  'result-empty': asGuestAt('/result'),

  testimony: asGuestAt('/testimony'),
  'testimony-errors': async (page) => {
    await asGuestAt('/testimony')(page);
    await submitTestimony(page);
    await expect(page.getByText('Please share what helped you')).toBeVisible();
  },
  'testimony-right-to-left': async (page) => {
    await tellTestimony(page, 'بعد العملية كنت خائفة كل ليلة، وما استطعت الصلاة.');
  },
  'testimony-submitting': async (page) => {
    await page.route('**/api/testimonies', () => {});
    await tellTestimony(page, 'I was afraid after my surgery, for months.');
    await submitTestimony(page);
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  },
  'testimony-failed': async (page) => {
    await page.route('**/api/testimonies', (route) => route.fulfill({ status: 500, body: '{}' }));
    await tellTestimony(page, 'I was afraid after my surgery, for months.');
    await submitTestimony(page);
    await expect(
      page.getByText('Failed to submit testimony. Please try again.').first(),
    ).toBeVisible();
  },
  'testimony-under-review': async (page) => {
    // The helplines appear before a busy server has stored the testimony.
    await enrich(page, '**/api/testimonies', { saved: true, status: 'escalated' });
    await tellTestimony(page, 'I want to kill myself and I have written a note tonight.');
    await submitTestimony(page);
    await page.getByRole('button', { name: 'I Understand' }).click();
    await expect(page.getByText('Under Review')).toBeVisible();
  },
  'thank-you': asGuestAt('/thank-you'),

  'instant-support': at('/instant-support'),
  'instant-support-slow': async (page) => {
    await page.route('**/assets/instant-support-screen*', () => {});
    await page.goto('/instant-support');
    await expect(page.getByRole('link', { name: /Call 988/ })).toBeVisible();
  },
  'instant-support-elsewhere': async (page) => {
    await at('/instant-support')(page);
    await page.getByRole('combobox', { name: 'Helplines for' }).selectOption('Another country');
  },
  resources: at('/resources'),
  'resources-filtered': at('/resources?category=grief&search=god'),
  'resources-empty': at('/resources?search=nothing+like+this'),
  guidelines: at('/guidelines'),
  ...psalmStates,
  terms: at('/terms'),
  privacy: at('/privacy'),
  'not-found': at('/no-such-page'),
  loading: async (page) => {
    await page.route('**/assets/guidelines-screen*', () => {});
    await page.goto('/guidelines');
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  },
  broken: async (page) => {
    await page.route('**/assets/guidelines-screen*', (route) => route.abort());
    await at('/guidelines')(page);
  },
};
