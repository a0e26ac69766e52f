import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '@/lib/api/types';
import { page } from '@/lib/page';
import { answer, fakeApi, miriam, unreachable, waiting } from '@/testing/fake-api';
import { standingFixture } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import GoodbyeScreen from './goodbye-screen';
import { ProfileScreen } from './profile-screen';

const subscriber: Partial<User> = {
  isPremium: true,
  subscriptionStatus: 'active',
  stripeCustomerId: 'cus_1',
};

async function profileOf(change: Partial<User> = {}, api = {}) {
  const sent = fakeApi({ '/api/auth/user': () => answer(200, { ...miriam, ...change }), ...api });
  const rendered = renderScreen(<ProfileScreen />, { path: '/profile' });
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  return { ...rendered, sent };
}
const button = (name: string) => screen.queryByRole('button', { name });

beforeEach(() => {
  vi.spyOn(page, 'go').mockImplementation(() => {});
});

test.each([
  ['Miriam', 'Cole', 'Miriam Cole'],
  ['Miriam', null, 'Miriam'],
  [null, 'Cole', 'Cole'],
  ['مريم', 'الخوري', 'مريم الخوري'],
])('the name of %s %s reads %s', async (firstName, lastName, name) => {
  await profileOf({ firstName, lastName });
  expect(screen.getByText(name)).toBeVisible();
});

test('missing values read Not set', async () => {
  await profileOf({ firstName: null, lastName: null, email: null });
  expect(screen.getAllByText('Not set')).toHaveLength(2);
});

test('a free plan offers the upgrade and no portal', async () => {
  await profileOf();
  expect(screen.getByText('Free')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Upgrade to Premium' })).toHaveAttribute(
    'href',
    '/subscribe',
  );
  expect(button('Manage Subscription')).not.toBeInTheDocument();
  expect(button('View Billing Details')).not.toBeInTheDocument();
});

test('a subscriber manages the subscription in the portal', async () => {
  const { user } = await profileOf(subscriber, {
    '/api/create-portal-session': () => answer(200, { url: 'https://billing.example/portal' }),
  });
  expect(screen.getByText('Premium')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Upgrade to Premium' })).not.toBeInTheDocument();
  for (const name of ['Manage Subscription', 'View Billing Details']) {
    await user.click(screen.getByRole('button', { name }));
    await vi.waitFor(() =>
      expect(page.go).toHaveBeenLastCalledWith('https://billing.example/portal'),
    );
  }
});

test('a portal link that arrives late does not navigate away from help', async () => {
  let late = (_: Response) => {};
  const { user, router, client, sent } = await profileOf(subscriber, {
    '/api/create-portal-session': () =>
      new Promise<Response>((resolve) => {
        late = resolve;
      }),
  });
  await user.click(screen.getByRole('button', { name: 'Manage Subscription' }));
  await vi.waitFor(() =>
    expect(sent.map(({ path }) => path)).toContain('/api/create-portal-session'),
  );
  await act(() => router.navigate('/instant-support'));
  await act(async () => late(answer(200, { url: 'https://billing.example/portal' })));
  await vi.waitFor(() => expect(client.isMutating()).toBe(0));
  expect(page.go).not.toHaveBeenCalled();
});

test('a subscriber without a billing customer is told to write to support', async () => {
  await profileOf({ ...subscriber, stripeCustomerId: null });
  expect(screen.getByText('Unable to access billing portal')).toBeVisible();
  expect(button('Manage Subscription')).not.toBeInTheDocument();
});

test('a former subscriber still sees the billing details, and may upgrade again', async () => {
  await profileOf({ subscriptionStatus: 'canceled', stripeCustomerId: 'cus_1' });
  expect(button('View Billing Details')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Upgrade to Premium' })).toBeVisible();
});

test('an overdue payment offers managing the subscription, not a second purchase', async () => {
  await profileOf({ ...subscriber, subscriptionStatus: 'past_due' });
  expect(screen.getByText(/last payment did not go through/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Pay now' })).toHaveAttribute(
    'href',
    '/api/subscription/pay',
  );
  expect(screen.queryByRole('link', { name: 'Upgrade to Premium' })).not.toBeInTheDocument();
});

const RENEWS = '2026-12-21T12:00:00Z';
const standing = (change = {}) => ({
  '/api/subscription': () =>
    answer(200, standingFixture({ status: 'active', renewsAt: RENEWS, ...change })),
});

test('with Premium the link to support carries it, and the page says how soon somebody answers', async () => {
  await profileOf(subscriber, standing());
  const href = (await screen.findByRole('link', { name: 'Contact Support' })).getAttribute('href');
  const subject = new URL(href ?? '').searchParams.get('subject');
  expect(subject).toMatch(/^Premium support \(reference \S+\)$/);
  expect(screen.getByText(/within one working day/)).toBeVisible();
});

test('without Premium the link to support carries no subject', async () => {
  await profileOf(unpaid, standing({ status: 'past_due' }));
  const link = await screen.findByRole('link', { name: 'Contact Support' });
  expect(link.getAttribute('href')).not.toContain('subject');
  expect(screen.queryByText(/within one working day/)).not.toBeInTheDocument();
});

test('a subscriber sees the renewal date', async () => {
  await profileOf(subscriber, standing());
  expect(await screen.findByText('December 21, 2026')).toBeVisible();
});

test('while the date loads, and when it fails, the terms are shown', async () => {
  await profileOf(subscriber, { '/api/subscription': unreachable });
  expect(screen.getByText(/Renews every month until you cancel/)).toBeVisible();
  expect(await screen.findByText(/date could not be loaded/)).toBeVisible();
});

test('an overdue payment shows until when Premium continues', async () => {
  await profileOf(
    { ...subscriber, subscriptionStatus: 'past_due' },
    standing({ status: 'past_due', graceUntil: '2026-11-28T12:00:00Z' }),
  );
  expect(await screen.findByText('November 28, 2026')).toBeVisible();
});

const unpaid: Partial<User> = {
  subscriptionStatus: 'past_due',
  stripeCustomerId: 'cus_1',
  isPremium: false,
};

test('after the grace period Premium is paused, and nothing says that it continues', async () => {
  const { user } = await profileOf(
    unpaid,
    standing({ status: 'past_due', graceUntil: '2026-11-14T12:00:00Z' }),
  );
  expect(screen.getByText(/Premium is paused until your card works\./)).toBeVisible();
  expect(button('Manage Subscription')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
  expect(
    screen.getByText(/will not retry the payment that did not go through\. You can still/),
  ).toBeVisible();
  expect(screen.queryByText(/stays on/)).not.toBeInTheDocument();
  expect(screen.queryByText(/[Rr]enews every month|Renews on/)).not.toBeInTheDocument();
});

test('paused and cancelled: until when it would have run', async () => {
  await profileOf(unpaid, standing({ status: 'past_due', cancelsAt: RENEWS }));
  expect(await screen.findByText('December 21, 2026')).toBeVisible();
  expect(screen.queryByText(/stays on/)).not.toBeInTheDocument();
});

test('an overdue payment beside granted Premium promises no end date', async () => {
  await profileOf(
    { ...unpaid, isPremium: true, manualPremiumUntil: '2099-04-05T12:00:00Z' },
    standing({ status: 'past_due', graceUntil: '2026-11-14T12:00:00Z' }),
  );
  expect(await screen.findByText(/You can update your card/)).toBeVisible();
  expect(screen.queryByText(/stays on/)).not.toBeInTheDocument();
});

test('cancelling takes two clicks, and shows until when Premium continues', async () => {
  const { user, sent } = await profileOf(subscriber, {
    ...standing(),
    '/api/subscription/cancel': () => answer(200, { cancelsAt: RENEWS }),
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Cancel your subscription?' }));
  expect(dialog.getByText(/stays on until December 21, 2026/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
  expect(await screen.findByText(/Canceled\. Premium stays on until/)).toBeVisible();
  expect(button('Cancel subscription')).not.toBeInTheDocument();
  expect(screen.getByText('Your subscription is canceled.')).toHaveFocus();
  expect(sent.filter(({ path }) => path === '/api/subscription/cancel')).toHaveLength(1);
});

test('cancelling while a payment is overdue ends Premium at once, and says so', async () => {
  let account = { ...miriam, ...subscriber, subscriptionStatus: 'past_due' };
  const { user } = await profileOf(subscriber, {
    ...standing({ status: 'past_due', renewsAt: null, graceUntil: '2026-11-28T12:00:00Z' }),
    '/api/auth/user': () => answer(200, account),
    '/api/subscription/cancel': () => {
      account = { ...account, isPremium: false, subscriptionStatus: 'canceled' };
      return answer(200, { cancelsAt: '2026-11-23T12:00:00Z' });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
  const dialog = within(screen.getByRole('alertdialog'));
  expect(
    dialog.getByText(
      /will not retry the payment that did not go through\. Premium ends right away/,
    ),
  ).toBeVisible();
  expect(dialog.queryByText(/stays on/)).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
  expect(await screen.findByRole('link', { name: 'Upgrade to Premium' })).toBeVisible();
  expect(screen.getByText('Your subscription is canceled.')).toHaveFocus();
});

test('after cancelling with an overdue payment, nothing says that Premium continues', async () => {
  await profileOf(
    { ...subscriber, subscriptionStatus: 'past_due' },
    standing({ status: 'past_due', cancelsAt: RENEWS, graceUntil: '2026-11-28T12:00:00Z' }),
  );
  expect(await screen.findByText(/Canceled\. It does not renew after/)).toHaveTextContent(
    'December 21, 2026',
  );
  expect(screen.queryByText(/Canceled\. Premium stays on/)).not.toBeInTheDocument();
});

test('a failed cancellation shows an error and changes nothing', async () => {
  const { user } = await profileOf(subscriber, {
    ...standing(),
    '/api/subscription/cancel': unreachable,
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
  const dialog = within(screen.getByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Nothing was changed.');
  await user.click(dialog.getByRole('button', { name: 'Keep Premium' }));
  expect(screen.getByText('December 21, 2026')).toBeVisible();
});

test('without a billing history the button says that there is none', async () => {
  const { user } = await profileOf();
  await user.click(screen.getByRole('button', { name: 'Billing history' }));
  expect(screen.getByText('No Billing History')).toBeVisible();
  expect(
    screen.getByText(
      "You don't have any billing information yet. Upgrade to Premium to access billing details.",
    ),
  ).toBeVisible();
});

test.each([
  ['its message', () => answer(503, { message: 'The provider is away.' }), 'The provider is away.'],
  ['the specified words', () => answer(500, ''), 'Failed to open billing portal'],
  ['the specified words, offline', unreachable, 'Failed to open billing portal'],
])('a failed portal request shows %s', async (_, reply, words) => {
  const { user } = await profileOf(subscriber, { '/api/create-portal-session': reply });
  await user.click(screen.getByRole('button', { name: 'Manage Subscription' }));
  expect(await screen.findByText(words)).toBeVisible();
});

test('granted premium shows its end date', async () => {
  await profileOf({ isPremium: true, manualPremiumUntil: '2099-04-05T12:00:00Z' });
  expect(screen.getByText('April 5, 2099')).toBeVisible();
});

test('expired granted premium is not mentioned', async () => {
  await profileOf({ manualPremiumUntil: '2020-04-05T12:00:00Z' });
  expect(screen.queryByText('April 5, 2020')).not.toBeInTheDocument();
});

test('the support address is a link', async () => {
  await profileOf();
  expect(screen.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
    'href',
    'mailto:support@stillwater.example',
  );
});

test('a failed download shows an error beside its button', async () => {
  const { user } = await profileOf({}, { '/api/user/export': unreachable });
  await user.click(screen.getByRole('button', { name: 'Download my data' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be downloaded');
});

test('a blocked user reads the reason, and can still delete the account', async () => {
  await profileOf({ blocked: true });
  expect(screen.getByText('Your account is blocked')).toBeVisible();
  expect(button('Delete Account')).toBeEnabled();
});

async function askToDelete(change: Partial<User>, api: object) {
  const profile = await profileOf(change, api);
  await profile.user.click(screen.getByRole('button', { name: 'Delete Account' }));
  return { ...profile, dialog: within(screen.getByRole('alertdialog')) };
}

test('deleting asks for confirmation, and lists what is deleted', async () => {
  const { user, dialog, sent } = await askToDelete(subscriber, {});
  expect(screen.getByRole('alertdialog', { name: 'Are you absolutely sure?' })).toBeVisible();
  expect(dialog.getByText(/including the published ones/)).toBeVisible();
  expect(dialog.getByText(/cancels your Premium subscription/)).toBeVisible();
  expect(dialog.queryByText(/blocked/)).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('a blocked user is told what is retained', async () => {
  const { dialog } = await askToDelete({ blocked: true }, {});
  expect(dialog.getByText(/we keep a scrambled mark/)).toBeVisible();
});

test('while deleting, the dialog stays open', async () => {
  const { user, dialog, sent } = await askToDelete({}, { '/api/user/account': waiting });
  await user.click(dialog.getByRole('button', { name: 'Delete Account' }));
  const deleting = await dialog.findByRole('button', { name: 'Deleting…' });
  expect(deleting).toHaveFocus();
  await user.click(deleting);
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
  expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

test('a failed deletion shows an error and changes nothing', async () => {
  const { user, dialog, router } = await askToDelete(
    {},
    { '/api/user/account': () => answer(503, { message: 'Please try again later.' }) },
  );
  await user.click(dialog.getByRole('button', { name: 'Delete Account' }));
  const alert = await dialog.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to delete account');
  expect(alert).toHaveTextContent('Please try again later.');
  expect(router.state.location.pathname).toBe('/profile');
});

test('a deletion leads to the landing page with its receipt, and refetches the session', async () => {
  const receipt = { receiptId: 'r-1', subscription: 'none', storiesRemoved: 2, prayersRemoved: 0 };
  const { user, dialog, router, sent } = await askToDelete(
    {},
    { '/api/user/account': () => answer(200, receipt) },
  );
  localStorage.setItem('stillwater:was-signed-in', '1');
  await user.click(dialog.getByRole('button', { name: 'Delete Account' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(router.state.location.state).toEqual({ receipt });
  await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /api/user/account');
});

test.each([
  ['none', /There was none/],
  ['cancelled', /Nothing more will be charged/],
  ['cancelling', /keep asking the payment provider/],
] as const)('the goodbye shows the receipt; subscription: %s', (subscription, words) => {
  renderScreen(
    <GoodbyeScreen
      receipt={{ receiptId: 'r-42', subscription, storiesRemoved: 3, prayersRemoved: 5 }}
    />,
  );
  for (const text of ['r-42', '3', '5', words]) expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('main')).toHaveFocus();
});
