import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, type InitialEntry } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts } from '@/lib/drafts';
import { stopBeingGuest } from '@/lib/guest';
import { page } from '@/lib/page';
import { answer, fakeApi, miriam, resources, unreachable, usage } from '@/testing/fake-api';
import { routes } from './router';

beforeEach(dropAllDrafts);

function visit(path: InitialEntry, as: 'stranger' | 'guest' | 'user' = 'stranger', api = {}) {
  if (as === 'guest') sessionStorage.setItem('stillwater:guest', '1');
  const sent = fakeApi({
    ...(as === 'user' ? { '/api/auth/user': () => answer(200, miriam) } : {}),
    ...api,
  });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return { router, sent, user: userEvent.setup() };
}

test('a signed-out visitor sees the landing page and may continue as guest', async () => {
  const { user } = visit('/');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Find biblical guidance and hope in times of struggle',
  );
  for (const name of ["Get Started - It's Free", 'Log In']) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/api/login');
  }
  for (const words of [
    'Biblical Guidance',
    'Real Testimonies',
    'Safe & Private',
    'Instant Support',
    'Trusted by believers worldwide',
    'Bible-Based',
    'Privacy First',
    'Community Driven',
  ]) {
    expect(screen.getByText(words)).toBeVisible();
  }
  await user.click(screen.getByRole('button', { name: 'Continue as guest' }));
  expect(await screen.findByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  expect(screen.getByRole('main')).toHaveFocus();
});

test('a guest who continues before the session response arrives enters all the same', async () => {
  const { user } = visit('/', 'stranger', { '/api/auth/user': () => new Promise(() => {}) });
  await user.click(screen.getByRole('button', { name: 'Continue as guest' }));
  expect(await screen.findByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  expect(screen.getByRole('main')).toHaveFocus();
});

test('without browser storage a visitor can continue as guest until they leave', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(blocked);
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(blocked);
  const { user } = visit('/');
  await user.click(screen.getByRole('button', { name: 'Continue as guest' }));
  expect(await screen.findByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  act(stopBeingGuest);
  expect(await screen.findByRole('button', { name: 'Continue as guest' })).toBeVisible();
});

test('a visitor whose sign-in waits for its code finds the way back to it', async () => {
  const go = vi.spyOn(page, 'go').mockImplementation(() => {});
  const { user } = visit('/', 'stranger', {
    '/api/login/pending': () => answer(200, { address: 's•••@example.org', sendAgainAfter: 0 }),
  });
  expect(await screen.findByText('s•••@example.org')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send again' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'I have a code' }));
  expect(go).toHaveBeenCalledWith('/api/login/code');
});

test('the mail can be sent again only after half a minute', async () => {
  visit('/', 'stranger', {
    '/api/login/pending': () => answer(200, { address: 's•••@example.org', sendAgainAfter: 30 }),
  });
  await screen.findByText('s•••@example.org');
  // jsdom has no styles: the class hides it from everybody.
  expect(screen.getByRole('button', { name: 'Send again' }).closest('form')).toHaveClass(
    'invisible',
  );
});

test.each([
  ['nothing waits', () => answer(200, { address: null, sendAgainAfter: 0 })],
  ['the server does not answer', unreachable],
])('the landing page offers no way back if %s', async (_, pending) => {
  const { sent } = visit('/', 'stranger', { '/api/login/pending': pending });
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/login/pending'));
  expect(screen.queryByRole('link', { name: 'I have a code' })).toBeNull();
});

test('the same four navigation entries are on every screen', async () => {
  visit('/guidelines', 'guest');
  const main = await screen.findByRole('navigation', { name: 'Main' });
  expect(main).toHaveTextContent(/Home.*Guidelines.*Help now.*Upgrade/);
  expect(await screen.findByRole('heading', { level: 1, name: 'Guidelines' })).toBeVisible();
});

test('somebody with Premium finds it in the navigation, without a price', async () => {
  const { user } = visit('/guidelines', 'user', {
    '/api/auth/user': () =>
      answer(200, { ...miriam, isPremium: true, subscriptionStatus: 'active' }),
    '/api/subscription': () => answer(200, { status: 'active', renewsAt: '2027-01-21T12:00:00Z' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Premium' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your Premium' });
  expect(await screen.findByText(/It renews on January 21, 2027/)).toBeVisible();
  expect(dialog).not.toHaveTextContent('$');
  expect(screen.queryByRole('button', { name: 'Upgrade' })).not.toBeInTheDocument();
});

test('the badge shows the count to guests and users, and links to the upgrade for users only', async () => {
  const { user } = visit('/', 'user', { '/api/usage': () => answer(200, usage(2)) });
  await user.click(await screen.findByRole('button', { name: '2/3 today, Upgrade' }));
  expect(await screen.findByRole('dialog', { name: 'Unlimited Guidance' })).toBeVisible();
});

test('a signed-in user is welcomed by name', async () => {
  visit('/', 'user');
  expect(await screen.findByRole('heading', { level: 1, name: /Miriam/ })).toBeVisible();
});

test('an error response with crisis resources opens the crisis dialog', async () => {
  const { user } = visit('/', 'guest', {
    '/api/guidance': () =>
      answer(413, { code: 'TOO_LARGE', message: 'Too long.', crisis: true, resources }),
  });
  await user.type(await screen.findByRole('textbox'), 'words');
  await user.click(screen.getByRole('button', { name: 'Get Guidance & Support' }));
  expect(
    await screen.findByRole('alertdialog', { name: 'Immediate Support Available' }),
  ).toBeVisible();
});

test.each(['/result', '/testimony', '/thank-you'])(
  'a signed-out visitor at %s gets the landing page',
  async (path) => {
    const { router } = visit(path);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'));
  },
);

test.each(['/profile', '/testimonies'])('%s leads a guest to sign-in and back', async (path) => {
  const go = vi.spyOn(page, 'goInstead').mockImplementation(() => {});
  visit(path, 'guest');
  await vi.waitFor(() =>
    expect(go).toHaveBeenCalledWith(`/api/login?returnTo=${encodeURIComponent(path)}`),
  );
  expect(screen.getByText('Taking you to sign-in…')).toBeVisible();
});

test('a guest who has signed in meanwhile is not sent to sign-in again', async () => {
  const go = vi.spyOn(page, 'goInstead').mockImplementation(() => {});
  sessionStorage.setItem('stillwater:guest', '1');
  visit('/profile', 'user');
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect(go).not.toHaveBeenCalled();
});

test('a session ended elsewhere is reported, and no redirect to sign-in overrides it', async () => {
  const asked = vi.spyOn(page, 'goInstead').mockImplementation(() => {});
  const told = vi.spyOn(page, 'go').mockImplementation(() => {
    page.leaving = true;
  });
  visit('/profile', 'stranger', {
    '/api/auth/user': () => answer(401, { code: 'LOGGED_IN_ELSEWHERE', message: 'Elsewhere.' }),
  });
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith('/?logged_out=elsewhere'));
  expect(await screen.findByText('Taking you to sign-in…')).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
  page.leaving = false;
});

test('a user who is signed in again is not told that they were logged out elsewhere', async () => {
  // The browser keeps the history entry across sign-in.
  visit({ pathname: '/', state: { endedElsewhere: true } }, 'user');
  expect(await screen.findByRole('button', { name: 'My Account' })).toBeVisible();
  expect(screen.queryByText('Logged out from another device')).not.toBeInTheDocument();
});

test('offline on a screen that needs sign-in: says so and offers a retry', async () => {
  let online = false;
  const { user } = visit('/profile', 'stranger', {
    '/api/auth/user': () => (online ? answer(200, miriam) : unreachable()),
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  online = true;
  await user.click(again);
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

test('logging out on a screen that needs sign-in leads to the landing page, not to sign-in', async () => {
  const go = vi.spyOn(page, 'goInstead').mockImplementation(() => {});
  let signedIn = true;
  const { user, router } = visit('/profile', 'guest', {
    '/api/auth/user': () => (signedIn ? answer(200, miriam) : answer(401, {})),
    '/api/logout': () => {
      signedIn = false;
      return answer(200, {});
    },
  });
  await user.click(await screen.findByRole('button', { name: 'My Account' }));
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
  expect(await screen.findByRole('link', { name: "Get Started - It's Free" })).toBeVisible();
  expect(router.state.location.pathname).toBe('/');
  expect(go).not.toHaveBeenCalled();
});

test('logging out at home moves focus to the landing page', async () => {
  let signedIn = true;
  const { user } = visit('/', 'stranger', {
    '/api/auth/user': () => (signedIn ? answer(200, miriam) : answer(401, {})),
    '/api/logout': () => {
      signedIn = false;
      return answer(200, {});
    },
  });
  await user.click(await screen.findByRole('button', { name: 'My Account' }));
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
  expect(await screen.findByRole('link', { name: "Get Started - It's Free" })).toBeVisible();
  expect(screen.getByRole('main')).toHaveFocus();
});

test('a late session response does not count as a navigation', async () => {
  visit('/', 'user');
  expect(await screen.findByRole('heading', { level: 1, name: /Miriam/ })).toBeVisible();
  expect(screen.getByRole('main')).not.toHaveFocus();
});

test('a blocked user reads the reason on the way to guidance, with the support address', async () => {
  visit('/', 'stranger', { '/api/auth/user': () => answer(200, { ...miriam, blocked: true }) });
  expect(await screen.findByText('Your account is blocked')).toBeVisible();
  expect(screen.getByRole('link', { name: 'support@stillwater.example' })).toHaveAttribute(
    'href',
    'mailto:support@stillwater.example',
  );
});

test.each([
  [true, 'Premium stays on for now.'],
  [false, 'Premium is paused until your card works.'],
])(
  'a failed payment is shown on every screen except help; Premium %s',
  async (isPremium, words) => {
    const late = { ...miriam, subscriptionStatus: 'past_due', isPremium };
    const { router } = visit('/', 'stranger', { '/api/auth/user': () => answer(200, late) });
    expect(await screen.findByText(words, { exact: false })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Update your card in your profile' })).toHaveAttribute(
      'href',
      '/profile',
    );
    await act(() => router.navigate('/instant-support'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Instant Support' })).toBeVisible();
    expect(screen.queryByText(words, { exact: false })).not.toBeInTheDocument();
  },
);

test.each([
  ['/instant-support', 'Instant Support'],
  ['/resources', 'Spiritual Resources'],
  ['/guidelines', 'Guidelines'],
  ['/today', /psalm/],
  ['/passage/Psalm%204:8', 'A passage for you'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/nowhere', 'Page Not Found'],
])('%s is open to everybody: %s', async (path, title) => {
  visit(path);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('the payment URL opened offline: says that nothing was charged', async () => {
  visit('/subscribe');
  expect(await screen.findByText(/Nothing was charged/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/subscribe');
});

test('signed in elsewhere: the reason is shown until the next navigation, and the URL is cleaned', async () => {
  localStorage.setItem('stillwater:was-signed-in', '1');
  let answered = (_: Response) => {};
  const { router, sent } = visit('/?logged_out=elsewhere', 'stranger', {
    '/api/auth/user': () =>
      new Promise<Response>((resolve) => {
        answered = resolve;
      }),
  });
  const said = () => screen.queryByText('Logged out from another device', { selector: 'strong' });
  await vi.waitFor(() => expect(said()).toBeVisible());
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/auth/user'));
  expect(router.state.location.search).toBe('');
  await act(async () => answered(answer(401, {})));
  expect(await screen.findByRole('link', { name: "Get Started - It's Free" })).toBeVisible();
  expect(said()).toBeVisible();
  // It stands above everything else.
  const heading = screen.getByRole('heading', { level: 1 });
  expect(said()?.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  await act(() => router.navigate('/guidelines'));
  await act(() => router.navigate('/'));
  expect(await screen.findByRole('link', { name: "Get Started - It's Free" })).toBeVisible();
  expect(said()).not.toBeInTheDocument();
});
