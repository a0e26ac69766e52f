import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draft, keepDraft } from '@/lib/drafts';
import { answer, fakeApi, miriam, unreachable } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import AccountMenu from './account-menu';
import { initialsOf } from './naming';
import { userQuery } from './queries';

test.each([
  ['Miriam', 'Cole', 'x@example.org', 'MC'],
  ['Miriam', null, 'x@example.org', 'X'],
  [null, null, 'y@example.org', 'Y'],
  ['  ', ' Cole ', 'z@example.org', 'Z'],
  ['𐐷ohn', 'Ñuñez', null, '𐐏Ñ'],
  ['מרים', 'כהן', null, 'מכ'],
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

async function logOutOf(menu: ReturnType<typeof renderScreen>) {
  await menu.user.click(screen.getByRole('button', { name: 'My Account' }));
  await menu.user.click(screen.getByRole('menuitem', { name: 'Logout' }));
  await vi.waitFor(() => expect(menu.router.state.location.pathname).toBe('/'));
}

test('logging out leads to the front page and leaves nothing of the person behind', async () => {
  const sent = fakeApi({ '/api/logout': () => answer(200, {}) });
  keepDraft('struggle', 'unsent');
  localStorage.setItem('stillwater:usage', '{"date":"2026-11-21","count":2}');
  localStorage.setItem('stillwater:was-signed-in', '1');
  localStorage.setItem('stillwater:theme', 'dark');
  sessionStorage.setItem('stillwater:guest', '1');
  const menu = renderScreen(<AccountMenu user={miriam} />, { path: '/profile' });
  menu.client.setQueryData(['guidance', 'letter'], { topic: 'grief' });
  menu.client.setQueryData(['api', 'user', 'testimonies'], [{ id: '1' }]);
  await logOutOf(menu);

  expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/logout');
  expect(menu.router.state.location.state).toEqual({});
  await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual(['stillwater:theme']));
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(draft('struggle')).toBeUndefined();
  expect(menu.client.getQueryCache().getAll()).toEqual([]);
  expect(menu.client.getMutationCache().getAll()).toEqual([]);
});

test('a logout that fails is logged, leads to the front page all the same, and says so there', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeApi({ '/api/logout': unreachable });
  const menu = renderScreen(<AccountMenu user={miriam} />, { path: '/profile' });
  await logOutOf(menu);
  expect(log).toHaveBeenCalledWith('Logout failed', expect.any(TypeError));
  expect(menu.router.state.location.state).toEqual({ signOutFailed: true });
});

test.each([
  ['is heard', () => answer(200, {}), {}],
  ['fails', () => answer(503, 'no'), { signOutFailed: true }],
])(
  'a logout that %s late leaves nothing of the person, and takes nobody away from help',
  async (_, reply, state) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let late = (_: Response) => {};
    const sent = fakeApi({
      '/api/logout': () =>
        new Promise<Response>((resolve) => {
          late = resolve;
        }),
    });
    keepDraft('struggle', 'unsent');
    const menu = renderScreen(<AccountMenu user={miriam} />, { path: '/profile' });
    await menu.user.click(screen.getByRole('button', { name: 'My Account' }));
    await menu.user.click(screen.getByRole('menuitem', { name: 'Logout' }));
    expect(await screen.findByRole('status')).toHaveTextContent('Logging out…');
    await vi.waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/logout'));

    window.history.pushState(null, '', '/instant-support');
    await act(() => menu.router.navigate('/instant-support'));
    await act(async () => late(reply()));
    await vi.waitFor(() => expect(draft('struggle')).toBeUndefined());
    expect(menu.router.state.location).toMatchObject({ pathname: '/instant-support', state });
    window.history.replaceState(null, '', '/');
  },
);
