import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, unreachable, waiting } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { userFixture as person } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import type { StaffUser } from '../types';
import { UsersTab } from './users-tab';

const path = (call: string) => `/api/admin/users/${person().id}/${call}`;
const renderUsers = (people: StaffUser[], handlers = {}, total = people.length) => {
  const { sent } = fakeStaff([], {
    '/api/admin/users': () => answer(200, { users: people, total }),
    [path('block')]: ({ body }) => answer(200, Object.assign(people[0] ?? {}, body)),
    [path('subscription/grant')]: () => answer(200, people[0]),
    [path('subscription/revoke')]: () => answer(200, { user: people[0], subscription: 'none' }),
    ...handlers,
  });
  return { sent, ...renderScreen(<UsersTab />) };
};
const press = (name: RegExp | string) => screen.getByRole('button', { name });
const inDialog = () => within(screen.getByRole('alertdialog'));

test('loading, then all users', async () => {
  renderUsers([person()]);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(await screen.findByText('Miriam Cole')).toBeVisible();
  expect(screen.getByText('1 person')).toBeVisible();
});

test('empty: no users yet, and no match', async () => {
  const { user } = renderUsers([]);
  expect(await screen.findByText('Nobody has an account yet.')).toBeVisible();
  await user.type(screen.getByLabelText('Search'), 'zz');
  await user.click(press('Search'));
  expect(await screen.findByText(/Nobody was found/)).toBeVisible();
});

test.each([
  ['error', () => answer(500, { message: 'Something went wrong on our side.' }), 'went wrong'],
  ['offline', unreachable, 'could not be reached'],
])('%s: shows an error', async (_, handler, words) => {
  renderUsers([], { '/api/admin/users': handler });
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
});

test('slow: the previous page stays until the next one arrives', async () => {
  let calls = 0;
  const { user } = renderUsers(
    [],
    {
      '/api/admin/users': (call: never) => {
        calls += 1;
        return calls === 1 ? answer(200, { users: [person()], total: 41 }) : waiting(call);
      },
    },
    41,
  );
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  expect(screen.getByRole('region', { name: 'Users found' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.getByText('Miriam Cole')).toBeVisible();
});

test('search, blocked filter and pages of twenty', async () => {
  const { sent, user } = renderUsers([person()], {}, 41);
  expect(await screen.findByText('41 people · page 1 of 3')).toBeVisible();
  await user.type(screen.getByLabelText('Search'), ' 50%_a ');
  await user.click(press('Search'));
  await user.selectOptions(screen.getByLabelText('Show'), 'Blocked');
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await screen.findByText('41 people · page 2 of 3');
  const asked = [...sent].reverse().find((one) => one.path === '/api/admin/users')?.search;
  expect(Object.fromEntries(asked ?? [])).toEqual({
    query: '50%_a',
    page: '2',
    pageSize: '20',
    blocked: 'true',
  });
});

test('block and unblock ask for confirmation', async () => {
  const { sent, user } = renderUsers([person()]);
  await user.click(await screen.findByRole('button', { name: 'Block' }));
  await user.click(inDialog().getByRole('button', { name: 'Cancel' }));
  expect(sent.some((one) => one.path === path('block'))).toBe(false);
  await user.click(press('Block'));
  await user.click(inDialog().getByRole('button', { name: 'Block' }));
  expect(await screen.findByText('Blocked.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Unblock' }));
  await user.click(inDialog().getByRole('button', { name: 'Unblock' }));
  await waitFor(() =>
    expect([...sent].reverse().find((one) => one.path === path('block'))?.body).toEqual({
      blocked: false,
    }),
  );
});

test('grant: a number field with 1 in it', async () => {
  const { sent, user } = renderUsers([person()]);
  await user.click(await screen.findByRole('button', { name: 'Grant premium' }));
  expect(inDialog().getByLabelText('Months')).toHaveValue(1);
  await user.click(inDialog().getByRole('button', { name: 'Grant' }));
  expect(await screen.findByText('1 month of premium granted.')).toBeVisible();
  expect([...sent].reverse().find((one) => one.path === path('subscription/grant'))?.body).toEqual({
    months: 1,
  });
});

test('grant: without a number nothing happens, and a wrong number shows an error', async () => {
  const { sent, user } = renderUsers([person()]);
  await user.click(await screen.findByRole('button', { name: 'Grant premium' }));
  await user.clear(inDialog().getByLabelText('Months'));
  await user.click(inDialog().getByRole('button', { name: 'Grant' }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();

  await user.click(press('Grant premium'));
  const months = inDialog().getByLabelText('Months');
  for (const wrong of ['0', '37', '1.5', '-1']) {
    await user.clear(months);
    await user.type(months, wrong);
    await user.click(inDialog().getByRole('button', { name: 'Grant' }));
    expect(months).toHaveAccessibleDescription(
      'Please enter a whole number of months, from 1 to 36.',
    );
    expect(months).toHaveFocus();
  }
  expect(sent.some((one) => one.path === path('subscription/grant'))).toBe(false);
});

test('revoke is offered only where staff granted premium, and also cancels at the provider', async () => {
  const { sent, user } = renderUsers([person({ manualPremiumUntil: '2027-02-01T00:00:00Z' })]);
  await user.click(await screen.findByRole('button', { name: 'Revoke premium' }));
  await user.click(inDialog().getByRole('button', { name: 'Revoke premium' }));
  expect(await screen.findByText('Premium revoked.')).toBeVisible();
  expect([...sent].reverse().find((one) => one.path === path('subscription/revoke'))?.body).toEqual(
    {
      cancelStripe: true,
    },
  );
});

test('no manual premium: no revoke button', async () => {
  renderUsers([person({ isPremium: true, subscriptionStatus: 'active' })]);
  await screen.findByText('Miriam Cole');
  expect(screen.queryByRole('button', { name: 'Revoke premium' })).not.toBeInTheDocument();
});

test('blocked: neither grant nor revoke', async () => {
  renderUsers([person({ blocked: true, manualPremiumUntil: '2027-02-01T00:00:00Z' })]);
  expect(await screen.findByRole('button', { name: 'Unblock' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /premium/ })).not.toBeInTheDocument();
});

test('a failed change shows the reason', async () => {
  const { user } = renderUsers([person()], {
    [path('subscription/grant')]: () =>
      answer(409, { code: 'USER_BLOCKED', message: 'Blocked users cannot be granted premium.' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Grant premium' }));
  await user.click(inDialog().getByRole('button', { name: 'Grant' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Blocked users cannot be granted premium.',
  );
});
