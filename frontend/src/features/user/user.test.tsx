import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draft, keepDraft } from '@/lib/drafts';
import { hasLeft, keepSignedIn, noteLeft } from '@/lib/remembered';
import { answer, fakeApi, miriam, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import AccountMenu from './account-menu';
import { initialsOf } from './naming';
import { userQuery } from './queries';
import SignOutFailed from './sign-out-failed';

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

test('any other failure is an error', async () => {
  fakeApi({ '/api/auth/user': () => answer(500, 'no') });
  const { client } = renderScreen(<p />);
  await expect(client.fetchQuery(userQuery)).rejects.toThrow('500: no');
});

test.each([200, 503])(
  'after leaving quickly the session ends before it is asked for: %s',
  async (status) => {
    keepSignedIn(true);
    noteLeft();
    let signedIn = true;
    const sent = fakeApi({
      '/api/logout': () => {
        signedIn = false;
        return answer(status, { code: 'UNAVAILABLE', message: 'Later.' });
      },
      '/api/auth/user': () => (signedIn ? answer(200, miriam) : answer(401, {})),
    });
    const { client } = renderScreen(<p />);
    await expect(client.fetchQuery(userQuery)).resolves.toBeNull();
    expect(sent.map(({ path }) => path)).toEqual(['/api/logout', '/api/auth/user']);
    expect(hasLeft()).toBe(false);
  },
);

test('after leaving quickly nobody is shown as signed in while the session cannot be ended', async () => {
  keepSignedIn(true);
  noteLeft();
  const sent = fakeApi({ '/api/logout': unreachable, '/api/auth/user': () => answer(200, miriam) });
  const { client } = renderScreen(<p />);
  await expect(client.fetchQuery(userQuery)).rejects.toThrow();
  expect(sent.map(({ path }) => path)).not.toContain('/api/auth/user');
  expect(hasLeft()).toBe(true);
});

test('the menu is titled My Account and links to profile and testimonies', async () => {
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

test('logging out leads to the landing page and leaves no data of the user', async () => {
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

test('a failed logout is logged, leads to the landing page anyway, and is reported there', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeApi({ '/api/logout': unreachable });
  const menu = renderScreen(<AccountMenu user={miriam} />, { path: '/profile' });
  await logOutOf(menu);
  expect(log).toHaveBeenCalledWith('Logout failed', expect.any(TypeError));
  expect(menu.router.state.location.state).toEqual({ signOutFailed: true });
});

test.each([
  ['succeeds', () => answer(200, {}), {}],
  ['fails', () => answer(503, 'no'), { signOutFailed: true }],
])(
  'a logout that %s late leaves no data of the user, and does not navigate away from help',
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

/** Renders the landing page after a failed logout, with mocked session and retry responses. */
function afterFailure(who: () => Response | Promise<Response>, again = () => answer(200, {})) {
  const sent = fakeApi({ '/api/auth/user': () => who(), '/api/logout': () => again() });
  const tries = () => sent.filter(({ path }) => path === '/api/logout').length;
  return { ...renderScreen(<SignOutFailed />), tries };
}
const tryAgain = () => screen.findByRole('button', { name: 'Try logging out again' });

test('after a failed logout the session is checked: still signed in', async () => {
  afterFailure(() => answer(200, miriam));
  expect(await screen.findByText(/You are still signed in on this device/)).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('What you wrote and saved here was cleared.');
});

test('after a logout that failed offline the session state is unknown', async () => {
  afterFailure(unreachable);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We could not reach the server. This device may still be signed in.',
  );
});

test('when the session has ended in spite of a failed logout, no error is shown', async () => {
  afterFailure(() => answer(401, { code: 'SIGN_IN_REQUIRED' }));
  expect(await screen.findByText(/You are logged out on this device/)).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a failed retry, and a successful one', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  let fails = true;
  const { user, tries } = afterFailure(
    () => (fails ? answer(200, miriam) : answer(401, {})),
    () => (fails ? answer(503, 'no') : answer(200, {})),
  );
  await screen.findByText(/You are still signed in/);
  keepDraft('struggle', 'written since');
  await user.click(await tryAgain());
  await vi.waitFor(() => expect(draft('struggle')).toBeUndefined());
  expect(log).toHaveBeenCalledWith('Logout failed', expect.anything());
  expect(await screen.findByText(/You are still signed in/)).toBeVisible();
  expect(await tryAgain()).toHaveFocus();
  expect(await tryAgain()).toHaveAttribute('aria-disabled', 'false');

  fails = false;
  await user.click(await tryAgain());
  expect(await screen.findByText(/You are logged out on this device/)).toBeVisible();
  expect(tries()).toBe(2);
});

test('during the retry it is announced, keeps focus and sends nothing twice', async () => {
  const { user, tries } = afterFailure(() => answer(200, miriam), waiting as () => Response);
  await screen.findByText(/You are still signed in/);
  await user.click(await tryAgain());
  expect(screen.getByRole('alert')).toHaveTextContent('Logging out…');
  await user.keyboard('{Enter}');
  expect(await tryAgain()).toHaveFocus();
  await vi.waitFor(() => expect(tries()).toBe(1));
});
