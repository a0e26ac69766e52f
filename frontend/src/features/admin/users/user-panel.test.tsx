import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer, unreachable, waiting } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { accountFixture, fixtureId, userFixture as person } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import { subscriptionFixture } from '@/testing/staff-fixtures';
import { UsersTab } from './users-tab';

const { id } = person();
const path = `/api/admin/users/${id}`;
const stories = [
  {
    id: fixtureId(1),
    status: 'approved',
    opening: 'We did not know how to pay the rent.',
    createdAt: '2026-11-20T12:00:00Z',
  },
  { id: fixtureId(2), status: 'pending', opening: null, createdAt: '2026-11-21T12:00:00Z' },
];

const wide = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));

function renderAccount(change = {}, handlers = {}, at = `/?tab=users&user=${id}`) {
  const account = accountFixture(change);
  const { sent } = fakeStaff([], {
    '/api/admin/users': () => answer(200, { users: [account.user], total: 1 }),
    [path]: () => answer(200, account),
    [`${path}/stories`]: () => answer(200, stories),
    ...handlers,
  });
  return { sent, ...renderScreen(<UsersTab />, { at }) };
}
const panel = () => screen.findByRole('article');
const asked = (sent: { path: string }[], call: string) =>
  sent.filter((one) => one.path === call).length;

test('a name opens the account beside the list, and Back closes it', async () => {
  wide(true);
  const { user, router } = renderAccount({}, {}, '/?tab=users');
  await user.click(await screen.findByRole('link', { name: 'Miriam Cole' }));
  expect(router.state.location.search).toBe(`?tab=users&user=${id}`);
  const heading = within(await panel()).getByRole('heading', { level: 3 });
  expect(heading).toHaveFocus();
  expect(await within(await panel()).findByRole('heading', { name: 'Miriam Cole' })).toBeVisible();
  const link = screen.getByRole('link', { name: 'Miriam Cole' });
  expect(link).toBeVisible();
  expect(link).toHaveAttribute('aria-current', 'true');
  await router.navigate(-1);
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  expect(screen.getByRole('link', { name: 'Miriam Cole' })).toHaveFocus();
});

test('on a phone the account stands in place of the list, also after a reload', async () => {
  wide(false);
  const { user } = renderAccount();
  expect(await within(await panel()).findByRole('heading', { name: 'Miriam Cole' })).toBeVisible();
  const list = await screen.findByText('1 person');
  expect(list.closest('.hidden')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back to the list' }));
  expect(list.closest('.hidden')).toBeNull();
  expect(screen.getByRole('link', { name: 'Miriam Cole' })).toHaveFocus();
});

test('loading is announced', async () => {
  wide(true);
  renderAccount({}, { [path]: waiting });
  expect(await within(await panel()).findByRole('status', { name: 'Loading' })).toBeVisible();
});

test('an account with nothing says so', async () => {
  wide(true);
  renderAccount();
  const shown = within(await panel());
  expect(await shown.findByText('No subscription.')).toBeVisible();
  expect(shown.getByText('No story.')).toBeVisible();
  expect(shown.getByText('None is shared with the prayer team.')).toBeVisible();
  expect(shown.getByText('None in the last 30 days.')).toBeVisible();
  expect(shown.getByText('Nothing yet.')).toBeVisible();
});

test('subscription, gift, sign-ins, prayers and recorded lines are told', async () => {
  wide(true);
  renderAccount({
    giftUntil: '2027-03-04T12:00:00Z',
    prayers: { shared: 2, prayed: 1 },
    subscriptions: [subscriptionFixture({ isClaimed: true, unpaidSince: '2026-11-18T12:00:00Z' })],
    signIns: [
      { at: '2026-11-20T12:00:00Z', isOpen: true },
      { at: '2026-11-02T12:00:00Z', isOpen: false },
    ],
    audit: [
      {
        position: 7,
        at: '2026-11-20T13:00:00Z',
        actor: { kind: 'admin', id: fixtureId(9), name: 'Ruth' },
        action: 'user.blocked',
        subject: { kind: 'user', id },
        details: {},
      },
    ],
  });
  const shown = within(await panel());
  expect(await shown.findByText('A gift gives Premium until Mar 4, 2027.')).toBeVisible();
  const held = within(shown.getByRole('list', { name: 'Their subscriptions' }));
  expect(held.getByText(/^as Stripe said on Nov 20, 2026/)).toBeVisible();
  expect(held.getByText('unpaid since Nov 18, 2026')).toBeVisible();
  expect(held.getByRole('button', { name: 'End it' })).toBeVisible();
  const [open, ended] = within(
    shown.getByRole('list', { name: 'When they signed in' }),
  ).getAllByRole('listitem');
  expect(open).toHaveTextContent('still signed in');
  expect(ended).not.toHaveTextContent('still signed in');
  expect(shown.getByText('2 prayers are shared with the prayer team, 1 prayed for.')).toBeVisible();
  expect(shown.getByText('Ruth blocked the user')).toBeVisible();
});

test('which stories are theirs is asked for once, and leads to them', async () => {
  wide(true);
  const { sent, user } = renderAccount({
    stories: { pending: 1, approved: 1, rejected: 0, escalated: 0 },
  });
  const shown = within(await panel());
  expect(await shown.findByText('1 pending and 1 approved')).toBeVisible();
  expect(asked(sent, `${path}/stories`)).toBe(0);
  await user.dblClick(shown.getByRole('button', { name: 'Show which' }));
  const list = within(await shown.findByRole('list', { name: 'Their stories' }));
  expect(list.getByRole('link', { name: /We did not know/ })).toHaveAttribute(
    'href',
    `/?tab=testimonies&status=approved&story=${fixtureId(1)}`,
  );
  expect(list.getByRole('link', { name: /Being prepared/ })).toBeVisible();
  expect(asked(sent, `${path}/stories`)).toBe(1);
});

test('stories that cannot be shown say why, and can be asked for again', async () => {
  wide(true);
  const { user } = renderAccount(
    { stories: { pending: 1, approved: 0, rejected: 0, escalated: 0 } },
    { [`${path}/stories`]: unreachable },
  );
  await user.click(await screen.findByRole('button', { name: 'Show which' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be reached');
  expect(screen.getByRole('button', { name: 'Show which' })).toBeVisible();
});

test('an unclaimed subscription is handed over to the address of the account', async () => {
  wide(true);
  const subscription = subscriptionFixture({ isClaimed: false });
  const call = `/api/admin/subscriptions/${subscription.id}/hand-over`;
  const { sent, user } = renderAccount(
    { unclaimed: [subscription] },
    { [call]: () => new Response(null, { status: 204 }) },
  );
  await user.click(await screen.findByRole('button', { name: 'Hand over' }));
  const dialog = within(screen.getByRole('alertdialog'));
  expect(dialog.getByLabelText('Their address')).toHaveValue('miriam@example.org');
  await user.click(dialog.getByRole('button', { name: 'Hand over' }));
  await waitFor(() =>
    expect(sent.find((one) => one.path === call)?.body).toEqual({ email: 'miriam@example.org' }),
  );
});

test('blocked: the panel offers to unblock, and no premium', async () => {
  wide(true);
  renderAccount({ user: person({ blocked: true }) });
  const shown = within(await panel());
  expect(await shown.findByRole('button', { name: 'Unblock' })).toBeVisible();
  expect(shown.queryByRole('button', { name: 'Grant premium' })).not.toBeInTheDocument();
});

test('deleted meanwhile: an action fails, and the panel says that the account is gone', async () => {
  wide(true);
  let isThere = true;
  const { user } = renderAccount(
    {},
    {
      [path]: () =>
        isThere
          ? answer(200, accountFixture())
          : answer(404, { message: 'There is no such user.' }),
      [`${path}/block`]: () => {
        isThere = false;
        return answer(404, { message: 'There is no such user.' });
      },
    },
  );
  const shown = within(await panel());
  await user.click(await shown.findByRole('button', { name: 'Block' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Block' }));
  expect(await shown.findByText(/This account is gone/)).toBeVisible();
  expect(shown.queryByText('Miriam Cole')).not.toBeInTheDocument();
});

test.each([
  ['error', () => answer(500, { message: 'Something went wrong on our side.' }), 'went wrong'],
  ['offline', unreachable, 'could not be reached'],
])('%s: says so, and can be tried again', async (_, handler, words) => {
  wide(true);
  renderAccount({}, { [path]: handler });
  const alert = await within(await panel()).findByRole('alert');
  expect(alert).toHaveTextContent(words);
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeVisible();
});
