import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { draft, dropAllDrafts, keepDraft } from '@/lib/drafts';
import { continueAsGuest, stopBeingGuest } from '@/lib/guest';
import { page } from '@/lib/page';
import { answer, fakeApi, guidance, miriam, unreachable } from '@/testing/fake-api';
import { fixtureId } from '@/testing/fixtures';
import { routes } from './router';

beforeEach(() => {
  dropAllDrafts();
  stopBeingGuest();
  vi.spyOn(page, 'go').mockImplementation(() => {});
  vi.spyOn(page, 'goInstead').mockImplementation(() => {});
  return () => {
    document.documentElement.hidden = false;
  };
});

const refused = () => answer(401, { code: 'SIGN_IN_REQUIRED', message: 'Please sign in first.' });
const blocked = () => answer(403, { code: 'ACCOUNT_BLOCKED', message: 'It is blocked.' });

/** Renders the app with a session that the test can end. */
function visit(path: string, api: Parameters<typeof fakeApi>[0] = {}) {
  let session = true;
  const sent = fakeApi({
    '/api/auth/user': () => (session ? answer(200, miriam) : refused()),
    ...api,
  });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  const end = () => {
    session = false;
  };
  return { router, sent, user: userEvent.setup(), end };
}
type Visited = ReturnType<typeof visit>['router'];
const whoIsHere = (sent: ReturnType<typeof fakeApi>) =>
  sent.filter(({ path }) => path === '/api/auth/user').length;

test.each([
  ['ended', refused],
  ['was blocked', blocked],
])(
  'a session that %s while a prayer is written: a sign-in link that keeps the text',
  async (_, reply) => {
    const { user, end } = visit('/prayers', {
      '/api/prayers': ({ method }) =>
        method === 'GET' ? answer(200, { prayers: [], premium: true }) : reply(),
    });
    const field = await screen.findByRole('textbox', { name: 'What would you like to pray for?' });
    await user.type(field, 'For rain.');
    end();
    await user.click(screen.getByRole('button', { name: 'Save this prayer' }));
    expect(
      await screen.findByText(/You are signed out\. What you wrote is still here/),
    ).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
    await user.click(screen.getAllByRole('link', { name: 'Log In' }).at(-1) as HTMLElement);
    expect(page.go).toHaveBeenCalledWith('/api/login?returnTo=%2Fprayers');
    expect(draft('prayer')).toBe('For rain.');
  },
);

test('a list that cannot be loaded without a session: a sign-in link instead of endless retries', async () => {
  // Stored values that are not text the user wrote.
  keepDraft('letter', guidance);
  keepDraft('prayer-attempt', fixtureId(3));
  const { end } = visit('/testimonies', {
    '/api/user/testimonies': () => {
      end();
      return refused();
    },
  });
  expect(await screen.findByText('You are signed out.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('a blocked user who is still signed in stays on the screen and reads the reason', async () => {
  const { sent } = visit('/testimonies', { '/api/user/testimonies': blocked });
  expect(await screen.findByText('It is blocked.')).toBeVisible();
  await vi.waitFor(() => expect(whoIsHere(sent)).toBe(2));
  expect(screen.queryByText(/You are signed out/)).not.toBeInTheDocument();
});

test('any other failure does not refetch the session', async () => {
  const { sent } = visit('/testimonies', { '/api/user/testimonies': unreachable });
  await screen.findByRole('alert');
  expect(whoIsHere(sent)).toBe(1);
});

async function tellTestimony(user: ReturnType<typeof userEvent.setup>) {
  for (const name of ['What happened?', 'What helped you?', 'What changed?'])
    await user.type(await screen.findByRole('textbox', { name }), 'Words enough.');
  await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
  await user.click(screen.getByRole('button', { name: 'Submit Story for Review' }));
}

test.each(['guest', 'user'])(
  'a testimony of a %s that needs an account leads to the landing page, gives the reason and is kept',
  async (who) => {
    const visitor = visit('/testimony', { '/api/testimonies': refused });
    if (who === 'guest') {
      visitor.end();
      continueAsGuest();
    }
    await screen.findByRole('textbox', { name: 'What happened?' });
    visitor.end();
    await tellTestimony(visitor.user);
    expect(await screen.findByText('Please log in to continue')).toBeVisible();
    expect(screen.getByText(/What you wrote is still here/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/api/login');
    expect(visitor.router.state.location.pathname).toBe('/');
    expect(draft('story')).toMatchObject({ whatHappened: 'Words enough.' });
  },
);

test('guidance that needs an account leads to the landing page, until the visitor continues as guest', async () => {
  const { user, end } = visit('/', { '/api/guidance': refused });
  end();
  continueAsGuest();
  await user.type(await screen.findByRole('textbox'), 'so tired');
  await user.click(screen.getByRole('button', { name: 'Get Guidance & Support' }));
  expect(await screen.findByText('Please log in to continue')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Continue as guest' }));
  expect(await screen.findByRole('textbox')).toHaveValue('so tired');
  expect(screen.queryByText('Please log in to continue')).not.toBeInTheDocument();
});

test('a visitor without unsent text is not told that text was kept', async () => {
  keepDraft('letter', guidance);
  const { user, end } = visit('/', { '/api/guidance': refused });
  end();
  continueAsGuest();
  await user.click(await screen.findByRole('button', { name: 'Anxiety' }));
  await user.click(screen.getByRole('button', { name: 'Get Guidance & Support' }));
  expect(await screen.findByText('Please log in to continue')).toBeVisible();
  expect(screen.queryByText(/What you wrote is still here/)).not.toBeInTheDocument();
});

const seen = () => document.dispatchEvent(new Event('visibilitychange'));
const networkIsBack = () => window.dispatchEvent(new Event('online'));

test.each([
  ['the network is back', networkIsBack],
  ['the tab is visible again', seen],
  ['another screen opens', (router: Visited) => router.navigate('/terms')],
])('a failed session request at the start is retried once %s', async (_, happens) => {
  localStorage.setItem('stillwater:was-signed-in', '1');
  let reachable = false;
  const { router, sent } = visit('/guidelines', {
    '/api/auth/user': () => (reachable ? answer(200, miriam) : unreachable()),
  });
  await screen.findByRole('heading', { level: 1, name: 'Guidelines' });
  await vi.waitFor(() => expect(whoIsHere(sent)).toBe(1));
  await act(() => vi.dynamicImportSettled());
  reachable = true;
  await act(async () => void (await happens(router)));
  expect(await screen.findByRole('button', { name: 'My Account' })).toBeVisible();
});

test('a known session is not refetched', async () => {
  const { router, sent } = visit('/guidelines');
  expect(await screen.findByRole('button', { name: 'My Account' })).toBeVisible();
  await act(async () => {
    networkIsBack();
    seen();
    await router.navigate('/terms');
  });
  await screen.findByRole('heading', { level: 1, name: 'Terms' });
  expect(whoIsHere(sent)).toBe(1);
});

/** Miriam has unsent text in this tab, and the user `id` signs in over her session. */
async function signInOver(id: string) {
  let who = miriam;
  const { user, sent } = visit('/', { '/api/auth/user': () => answer(200, who) });
  await screen.findByRole('button', { name: 'My Account' });
  await user.type(screen.getByRole('textbox'), 'hard to say');
  who = { ...miriam, id, firstName: 'Ruth' };
  return sent;
}

/** The document that finds another user signed in. */
function arriveInAnotherTab() {
  const router = createMemoryRouter(routes, { initialEntries: ['/'] });
  const container = document.createElement('div');
  render(<RouterProvider router={router} />, { container });
  return within(container).findByRole('heading', { level: 1, name: /Ruth/, hidden: true });
}
const isRuths = () => screen.findByRole('heading', { level: 1, name: /Ruth/, hidden: true });

test('when another user signs in in another tab, the unsent text of the previous one is deleted', async () => {
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
  const sent = await signInOver(fixtureId(2));
  await arriveInAnotherTab();
  await isRuths();
  expect(whoIsHere(sent)).toBe(3);
  expect(reload).toHaveBeenCalledOnce();
  expect(draft('struggle')).toBeUndefined();
});

test('when the same user signs in again in another tab, unsent text stays', async () => {
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
  const sent = await signInOver(miriam.id);
  await arriveInAnotherTab();
  expect(whoIsHere(sent)).toBe(2);
  expect(reload).not.toHaveBeenCalled();
  expect(draft('struggle')).toBe('hard to say');
});

test('a tab without a session is told when somebody signs in elsewhere', async () => {
  let who: typeof miriam | null = null;
  visit('/', { '/api/auth/user': () => (who ? answer(200, who) : refused()) });
  await screen.findByRole('button', { name: 'Continue as guest' });
  who = { ...miriam, firstName: 'Ruth' };
  await arriveInAnotherTab();
  await isRuths();
});

test('a page restored from the back/forward cache detects that another user is signed in', async () => {
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
  await signInOver(fixtureId(2));
  window.dispatchEvent(new Event('pagehide'));
  await arriveInAnotherTab();
  expect(reload).not.toHaveBeenCalled();
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  await isRuths();
  expect(reload).toHaveBeenCalledOnce();
});

test('without BroadcastChannel each document still knows its current user', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  visit('/');
  expect(await screen.findByRole('button', { name: 'My Account' })).toBeVisible();
});

test('a logout that failed offline can be retried from the landing page, which has no menu', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  let online = true;
  let signedIn = true;
  const { user } = visit('/guidelines', {
    '/api/auth/user': () => {
      if (!online) return unreachable();
      return signedIn ? answer(200, miriam) : refused();
    },
    '/api/logout': () => {
      if (!online) return unreachable();
      signedIn = false;
      return answer(200, {});
    },
  });
  await user.click(await screen.findByRole('button', { name: 'My Account' }));
  online = false;
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
  expect(await screen.findByText(/This device may still be signed in/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'My Account' })).not.toBeInTheDocument();

  online = true;
  networkIsBack();
  expect(await screen.findByText(/You are still signed in on this device/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Try logging out again' }));
  expect(await screen.findByText(/You are logged out on this device/)).toBeVisible();
  expect(screen.getByRole('main')).toHaveFocus();
});

test('a refused logout keeps keyboard focus on the page and offers the retry twice', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { user } = visit('/guidelines', { '/api/logout': () => answer(503, 'no') });
  await user.click(await screen.findByRole('button', { name: 'My Account' }));
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
  for (let tries = 0; tries < 2; tries += 1) {
    expect(await screen.findByText(/You are still signed in on this device/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'My Account' })).toBeVisible();
    expect(document.body).not.toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Try logging out again' }));
  }
});
