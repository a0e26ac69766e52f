import { act, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { draft, dropAllDrafts, keepDraft } from '@/lib/drafts';
import { page } from '@/lib/page';
import { answer, fakeApi, miriam, unreachable } from '@/testing/fake-api';
import { fakeEvents } from '@/testing/fake-events';
import { fixtureId, standingFixture } from '@/testing/fixtures';
import { PaymentDocument } from './payment-document';

let others: BroadcastChannel | null = null;
afterEach(() => {
  others?.close();
  dropAllDrafts();
  document.documentElement.hidden = false;
  window.history.replaceState(null, '', '/');
});

function open(path: string, api: Parameters<typeof fakeApi>[0] = {}) {
  window.history.replaceState(null, '', path);
  fakeEvents();
  const sent = fakeApi({
    '/api/auth/user': () => answer(200, miriam),
    '/api/subscription': () => answer(200, standingFixture()),
    ...api,
  });
  render(<PaymentDocument />);
  return sent;
}

/** Simulates another tab and records the user ids it receives. */
function anotherTab() {
  const tab = new BroadcastChannel('stillwater:user');
  others = tab;
  const heard: unknown[] = [];
  tab.addEventListener('message', ({ data }) => heard.push(data));
  return { heard, isSignedIn: (id: string) => tab.postMessage(id) };
}
const title = () => screen.getByRole('heading', { level: 1 });

test('paying: a signed-in user finds their address filled in, and the help link is in its usual place', async () => {
  open('/subscribe');
  expect(title()).toHaveTextContent('Upgrade to Premium');
  expect(await screen.findByLabelText('Email')).toHaveValue('m@example.org');
  expect(screen.getByRole('link', { name: 'Help now' })).toHaveAttribute(
    'href',
    '/instant-support',
  );
});

test('the navigation is the same as everywhere, with plain links and this page marked', async () => {
  open('/subscribe');
  const bar = screen.getByRole('navigation', { name: 'Main' });
  expect(await within(bar).findByRole('link', { name: 'Mine' })).toHaveAttribute('href', '/mine');
  const links = within(bar)
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('link'));
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/'],
    ['Guidelines', '/guidelines'],
    ['Help now', '/instant-support'],
    ['Mine', '/mine'],
    ['Upgrade', '/subscribe'],
  ]);
  expect(links.at(-1)).toHaveAttribute('aria-current', 'page');
});

test('a visitor has no entry for what is theirs', async () => {
  open('/subscribe', { '/api/auth/user': () => answer(401, {}) });
  expect(await screen.findByLabelText('Email')).toHaveValue('');
  expect(screen.queryByRole('link', { name: 'Mine' })).not.toBeInTheDocument();
});

test('after paying, and back again', () => {
  open('/subscribe/success');
  expect(title()).toHaveTextContent('Confirming your payment…');
  act(() => {
    window.history.replaceState(null, '', '/subscribe');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(title()).toHaveTextContent('Upgrade to Premium');
});

test('other tabs are told who is signed in here', async () => {
  const { heard } = anotherTab();
  open('/subscribe');
  await waitFor(() => expect(heard).toEqual([miriam.id]));
  expect(localStorage.getItem('stillwater:was-signed-in')).not.toBeNull();
});

test.each(['/subscribe', '/subscribe/success'])(
  '%s: when another user signs in in another tab, no data of the previous one stays',
  async (path) => {
    const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
    let who = miriam;
    const sent = open(path, { '/api/auth/user': () => answer(200, who) });
    keepDraft('struggle', 'hard to say');
    await waitFor(() => expect(localStorage.getItem('stillwater:was-signed-in')).not.toBeNull());
    const { isSignedIn } = anotherTab();
    isSignedIn(miriam.id);
    who = { ...miriam, id: fixtureId(2), email: 'ruth@example.org' };
    isSignedIn(who.id);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(draft('struggle')).toBeUndefined();
    expect(document.documentElement.hidden).toBe(true);
    // The cached session already said Miriam.
    expect(sent.filter((one) => one.path === '/api/auth/user')).toHaveLength(2);
  },
);

test('a visitor who signs in in another tab pays as that user, if there is anything to pay', async () => {
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
  let who: typeof miriam | null = null;
  open('/subscribe', {
    '/api/auth/user': () => (who ? answer(200, who) : answer(401, {})),
    '/api/subscription': () => answer(200, standingFixture(who ? { status: 'active' } : {})),
  });
  expect(await screen.findByLabelText('Email')).toHaveValue('');
  who = miriam;
  anotherTab().isSignedIn(miriam.id);
  expect(await screen.findByRole('link', { name: /profile/i })).toBeVisible();
  expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  expect(reload).not.toHaveBeenCalled();
});

test('while the user stays the same, the subscription is fetched once', async () => {
  const sent = open('/subscribe');
  expect(await screen.findByLabelText('Email')).toHaveValue('m@example.org');
  expect(sent.filter((one) => one.path === '/api/subscription')).toHaveLength(1);
});

test('a user who signs out in another tab is removed here', async () => {
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => {});
  open('/subscribe');
  expect(await screen.findByLabelText('Email')).toHaveValue('m@example.org');
  keepDraft('struggle', 'hard to say');
  window.dispatchEvent(
    new StorageEvent('storage', { key: 'stillwater:signed-out', newValue: '1' }),
  );
  expect(reload).toHaveBeenCalledOnce();
  expect(draft('struggle')).toBeUndefined();
});

test('a failed session request is retried when the network returns', async () => {
  let reachable = false;
  open('/subscribe', {
    '/api/auth/user': () => (reachable ? answer(200, miriam) : unreachable()),
  });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled();
  reachable = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByLabelText('Email')).toHaveValue('m@example.org');
});

test('when session and subscription both failed, one retry fetches both', async () => {
  let reachable = false;
  open('/subscribe', {
    '/api/auth/user': () => (reachable ? answer(200, miriam) : unreachable()),
    '/api/subscription': () => (reachable ? answer(200, standingFixture()) : unreachable()),
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  await waitFor(() => expect(again).toBeEnabled());
  reachable = true;
  act(() => again.click());
  expect(await screen.findByLabelText('Email')).toHaveValue('m@example.org');
});
