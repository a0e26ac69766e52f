/** Every state of the payment pages, with a mocked API. */
import type { Page } from '@playwright/test';
import { standingFixture } from '@/testing/fixtures';
import { answers, signedInAs } from './account-states';
import { expect } from './journey';
import { at, never, type Open, premium } from './premium-states';

const visitor = (page: Page) => answers(page, '/api/auth/user', 401, { code: 'SIGN_IN_REQUIRED' });

const subscribe =
  (change: object = {}, user?: object): Open =>
  async (page) => {
    if (user) await signedInAs(page, user);
    else await visitor(page);
    await answers(page, '/api/subscription', 200, standingFixture(change));
    const owns = 'status' in change || 'isOffered' in change;
    await at(page, '/subscribe', owns ? 'Your Premium' : 'Upgrade to Premium');
  };

const waiting = { isPremium: true, status: 'active', waitsFor: 'ana.rodriguez@gmial.example' };

const submitting =
  (status: number, body: object): Open =>
  async (page) => {
    await subscribe({ standIn: true })(page);
    await answers(page, '/api/create-subscription', status, body);
    await page.getByLabel('Email').fill('ruth@example.org');
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
  };

/** A double of the Stripe stand-in's script: its field is a plain box, and its payment has the given outcome. */
const stripe = (page: Page, result: string) =>
  page.route('**/stripe-standin.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.Stripe = () => ({
        elements: () => ({
          update() {},
          create: () => ({
            on(event, tell) { if (event === 'ready') setTimeout(tell); },
            off() {},
            update() {},
            mount(place) {
              place.innerHTML = '<label>Card number <input size="8" class="min-h-11"></label>';
            },
            destroy() {},
          }),
        }),
        createToken() {},
        createPaymentMethod() {},
        confirmCardPayment() {},
        confirmPayment: () => ${result},
      });`,
    }),
  );

const paying =
  (result = 'new Promise(() => {})'): Open =>
  async (page) => {
    await stripe(page, result);
    await submitting(200, { clientSecret: 'pi_1_secret_2' })(page);
    await expect(page.getByRole('button', { name: 'Subscribe Now - $20/month' })).toBeEnabled();
  };

const pay = (page: Page) => page.getByRole('button', { name: 'Subscribe Now - $20/month' }).click();

/** After payment the stream sends this event and then nothing. */
const success =
  (status: string | null, title: string, query = ''): Open =>
  async (page) => {
    await visitor(page);
    await page.route('**/api/subscription/events', (route) =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: `retry: 600000\nevent: subscription\ndata: ${JSON.stringify(standingFixture({ status }))}\n\n`,
      }),
    );
    await at(page, `/subscribe/success${query}`, title);
  };

const gift = {
  id: 'g1',
  state: 'paid',
  amount: 20000,
  paidAt: '2026-11-26T12:00:00Z',
  usedAt: null,
  expiresAt: '2031-11-26T12:00:00Z',
  code: 'ABCDE-FGHJK-MNPQR-STVWX',
};

/** The page of a giver with these gifts. */
const giving =
  (gifts: object[], query = '', change: object = {}): Open =>
  async (page) => {
    await visitor(page);
    await answers(
      page,
      '/api/subscription',
      200,
      standingFixture({ yearlyPrice: 20000, ...change }),
    );
    await answers(page, '/api/gifts', 200, gifts);
    await at(page, `/subscribe/gift${query}`, 'Give a year of Premium');
  };

/** The page that the link of a gift opens. */
const received =
  (state: string, change: object = {}, user?: object): Open =>
  async (page) => {
    if (user) await signedInAs(page, user);
    else await visitor(page);
    const seen = { state, until: null, heldDays: 0, ...change };
    await answers(page, '/api/gifts/look', 200, seen);
    await page.goto(`/gift/${gift.code}`);
    await expect(page.getByRole('status', { name: 'Looking at your gift…' })).toHaveCount(0);
    await expect(
      page
        .getByRole('main')
        .getByRole('link')
        .or(page.getByRole('button', { name: 'Accept the gift' }))
        .first(),
    ).toBeVisible();
  };

export const paymentStates: Record<string, Open> = {
  subscribe: subscribe(),
  'subscribe-signed-in': subscribe({}, {}),
  'subscribe-stand-in': subscribe({ standIn: true }),
  'subscribe-years': async (page) => {
    await subscribe({ yearlyPrice: 20000 })(page);
    await page.getByRole('radio', { name: /Yearly/ }).check();
    await expect(page.getByText('Saves $40 a year')).toBeVisible();
  },
  'gift-open-signed-out': received('open'),
  'gift-open': received('open', {}, {}),
  'gift-accepted': received('accepted', { until: '2027-11-26T12:00:00Z' }, {}),
  'gift-waits': received('accepted', { heldDays: 365 }, premium),
  'gift-own': received('own', {}, {}),
  'gift-used': received('used'),
  'gift-expired': received('expired'),
  'gift-ended': received('ended'),
  'gift-unknown': received('unknown'),
  'gift-unreachable': async (page) => {
    await visitor(page);
    await page.route('**/api/gifts/look', (route) => route.abort());
    await at(page, `/gift/${gift.code}`, 'A year of Premium for you');
    await expect(page.getByText('Your gift could not be reached')).toBeVisible();
  },
  'gift-give': giving([]),
  'gift-ready': giving([gift]),
  'gift-over': giving([
    { ...gift, state: 'used', code: null, usedAt: '2026-12-24T12:00:00Z' },
    { ...gift, id: 'g2', state: 'refunded', code: null },
  ]),
  'gift-confirming': giving(
    [{ ...gift, state: 'begun', code: null, paidAt: null }],
    '?redirect_status=succeeded',
  ),
  'gift-not-sold': giving([], '', { yearlyPrice: null }),
  'gift-payment': async (page) => {
    await stripe(page, 'new Promise(() => {})');
    await giving([], '', { standIn: true })(page);
    await page.route('**/api/gifts', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ json: { clientSecret: 'pi_1_secret_2', amount: 20000 } })
        : route.fallback(),
    );
    await page.getByLabel('Email').fill('ruth@example.org');
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(page.getByRole('button', { name: 'Pay $200' })).toBeEnabled();
  },
  'subscribe-not-set-up': subscribe({ available: false, publishableKey: null }),
  'subscribe-premium': subscribe({ isPremium: true, status: 'active' }, premium),
  'subscribe-waiting': subscribe(waiting),
  'subscribe-correct-address': async (page) => {
    await subscribe(waiting)(page);
    await page.getByRole('button', { name: 'That’s wrong' }).click();
    await expect(page.getByLabel('Your right email address')).toBeFocused();
  },
  'subscribe-offered': subscribe({ isOffered: true }, {}),
  'subscribe-offered-again': subscribe(
    { isOffered: true, isPremium: true, status: 'active' },
    premium,
  ),
  'subscribe-paid-twice': subscribe({
    paidTwice: {
      state: 'refunded',
      amount: 2000,
      currency: 'usd',
      foundAt: '2026-11-20T12:00:00Z',
      endsAt: null,
    },
  }),
  'subscribe-given': subscribe(
    { isPremium: true },
    { isPremium: true, manualPremiumUntil: '2099-04-05T12:00:00Z' },
  ),
  'subscribe-blocked': subscribe({}, { blocked: true }),
  'subscribe-loading': async (page) => {
    await visitor(page);
    await never(page, '/api/subscription');
    await at(page, '/subscribe', 'Upgrade to Premium');
  },
  'subscribe-unreachable': async (page) => {
    await visitor(page);
    await page.route('**/api/subscription', (route) => route.abort());
    await at(page, '/subscribe', 'Upgrade to Premium');
    await expect(page.getByText('Payments could not be reached')).toBeVisible();
  },
  'subscribe-wrong-address': async (page) => {
    await subscribe()(page);
    await page.getByLabel('Email').fill('ruth');
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  },
  'subscribe-failed': async (page) => {
    await submitting(200, {})(page);
    await expect(page.getByRole('alert')).toBeVisible();
  },
  payment: paying(),
  'payment-opening': async (page) => {
    await page.route('**/stripe-standin.js', () => {});
    await submitting(200, { clientSecret: 'pi_1_secret_2' })(page);
    await expect(page.getByText('Opening the secure payment form…')).toBeVisible();
  },
  'payment-broken': async (page) => {
    await page.route('**/stripe-standin.js', (route) => route.abort());
    await submitting(200, { clientSecret: 'pi_1_secret_2' })(page);
    await expect(page.getByText('The payment form could not be opened')).toBeVisible();
  },
  'payment-processing': async (page) => {
    await paying()(page);
    await pay(page);
    await expect(page.getByRole('button', { name: 'Processing…' })).toBeVisible();
  },
  'payment-failed': async (page) => {
    await paying('Promise.resolve({ error: { message: "Your card was declined." } })')(page);
    await pay(page);
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'success-waiting': success('incomplete', 'Confirming your payment…'),
  success: async (page) => {
    await success('active', 'Welcome to Premium!')(page);
    await page.getByRole('button', { name: 'Stay here' }).click();
  },
  'success-failed': success(
    'incomplete',
    'The payment did not go through',
    '?redirect_status=failed',
  ),
  'success-none': success(null, 'There is no payment to confirm'),
};
