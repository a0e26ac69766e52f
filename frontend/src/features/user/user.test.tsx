import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draft, keepDraft } from '@/lib/drafts';
import { page } from '@/lib/page';
import { answer, fakeApi, unreachable } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import AccountMenu from './account-menu';
import { initialsOf } from './initials';
import { userQuery } from './queries';

const miriam = {
  id: '1',
  firstName: 'Miriam',
  lastName: 'Cole',
  email: 'm@example.org',
  profileImageUrl: null,
  isPremium: false,
};

test.each([
  ['Miriam', 'Cole', 'x@example.org', 'MC'],
  ['Miriam', null, 'x@example.org', 'X'],
  [null, null, 'y@example.org', 'Y'],
  [null, null, null, 'U'],
])('the initials of %s %s %s are %s', (firstName, lastName, email, initials) => {
  expect(initialsOf({ firstName, lastName, email })).toBe(initials);
});

test('a 401 means that nobody is signed in', async () => {
  fakeApi();
  const { client } = renderScreen(<p />);
  await expect(client.fetchQuery(userQuery)).resolves.toBeNull();
});

test('any other failure is a failure', async () => {
  fakeApi({ '/api/auth/user': () => answer(500, 'no') });
  const { client } = renderScreen(<p />);
  await expect(client.fetchQuery(userQuery)).rejects.toThrow('500: no');
});

test('the menu is titled My Account and leads to profile and testimonies', async () => {
  fakeApi();
  const { user } = renderScreen(<AccountMenu user={miriam} />);
  await user.click(screen.getByRole('button', { name: 'My Account' }));
  expect(screen.getByRole('menuitem', { name: 'Testimonies' })).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'Edit Profile' }));
  expect(await screen.findByText('Now at /profile')).toBeVisible();
});

test('logging out goes to the front page even when the call fails, and forgets unsent text', async () => {
  const go = vi.spyOn(page, 'go').mockImplementation(() => {});
  keepDraft('struggle', 'unsent');
  fakeApi({ '/api/logout': unreachable });
  const { user } = renderScreen(<AccountMenu user={miriam} />);
  await user.click(screen.getByRole('button', { name: 'My Account' }));
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/'));
  expect(draft('struggle')).toBeUndefined();
});
