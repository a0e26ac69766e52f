import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, fakeApi, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { noticeFor } from './notice-words';
import Notices from './notices';

type Handlers = NonNullable<Parameters<typeof fakeApi>[0]>;

const KEY = `B${'A'.repeat(86)}`;
const ENDPOINT = 'https://push.example/browser';
const device = { endpoint: ENDPOINT, stories: true, prayers: true, psalm: false };

const browser = {
  subscription: null as PushSubscription | null,
  asked: vi.fn(),
  subscribed: vi.fn(),
};

/** A browser that can show notices; jsdom cannot. */
function fakeBrowser(permission: NotificationPermission, answered = permission) {
  browser.asked = vi.fn(async () => {
    Object.assign(Notification, { permission: answered });
    return answered;
  });
  browser.subscribed = vi.fn(async () => {
    browser.subscription = subscription(KEY);
    return browser.subscription;
  });
  const pushManager = {
    getSubscription: async () => browser.subscription,
    subscribe: browser.subscribed,
  };
  vi.stubGlobal('Notification', { permission, requestPermission: browser.asked });
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
}

function subscription(key: string): PushSubscription {
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  return {
    endpoint: ENDPOINT,
    options: { applicationServerKey: bytes.buffer },
    unsubscribe: vi.fn(async () => {
      browser.subscription = null;
      return true;
    }),
  } as unknown as PushSubscription;
}

function open(devices: object[] = [], api: Handlers = {}) {
  const sent = fakeApi({
    '/api/push': ({ method }) =>
      method === 'GET' ? answer(200, { key: KEY, devices }) : new Response(null, { status: 204 }),
    '/api/push/end': () => new Response(null, { status: 204 }),
    ...api,
  });
  const rendered = renderScreen(<Notices />);
  const changes = () => sent.filter(({ method }) => method !== 'GET');
  return { ...rendered, sent, changes };
}

/** With notices on already. */
function openOn(api: Handlers = {}) {
  fakeBrowser('granted');
  browser.subscription = subscription(KEY);
  return open([device], api);
}
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  browser.subscription = null;
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('where the operator has not set it up, nothing is offered', async () => {
  fakeBrowser('default');
  const { sent } = open([], { '/api/push': () => answer(200, { key: null, devices: [] }) });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

test('nothing is asked before a tap; a tap turns it on, and says so', async () => {
  fakeBrowser('default', 'granted');
  const { user, changes } = open();
  const turnOn = await button('Turn on notices');
  expect(browser.asked).not.toHaveBeenCalled();
  await user.click(turnOn);
  expect(await screen.findByText('Notices are on.')).toBeVisible();
  expect(await button('Turn off notices')).toBeVisible();
  expect(browser.subscribed).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: expect.any(Uint8Array),
  });
  expect(changes()).toMatchObject([{ method: 'PUT', path: '/api/push', body: device }]);
  expect(screen.getByRole('checkbox', { name: /psalm/ })).not.toBeChecked();
});

test('one tap turns it off, in the browser and on the server', async () => {
  const { user, changes } = openOn();
  const kept = browser.subscription;
  await user.click(await button('Turn off notices'));
  expect(await screen.findByText(/Nothing more will arrive here/)).toBeVisible();
  expect(kept?.unsubscribe).toHaveBeenCalled();
  expect(changes()).toMatchObject([{ path: '/api/push/end', body: { endpoint: ENDPOINT } }]);
  expect(await button('Turn on notices')).toHaveFocus();
});

test('offline it is turned off, too', async () => {
  const { user } = openOn({ '/api/push/end': unreachable });
  await user.click(await button('Turn off notices'));
  expect(await screen.findByText(/Nothing more will arrive here/)).toBeVisible();
  expect(browser.subscription).toBeNull();
});

test('what is told can be chosen', async () => {
  const { user, changes } = openOn();
  await user.click(await screen.findByRole('checkbox', { name: /psalm/ }));
  expect(await screen.findByRole('link', { name: 'Tonight’s psalm' })).toHaveAttribute(
    'href',
    '/today',
  );
  expect(changes()).toMatchObject([{ method: 'PUT', body: { ...device, psalm: true } }]);
});

test('a choice that is not saved goes back, and the page says why', async () => {
  const { user } = openOn({
    '/api/push': ({ method }) =>
      method === 'GET' ? answer(200, { key: KEY, devices: [device] }) : unreachable(),
  });
  await user.click(await screen.findByRole('checkbox', { name: /psalm/ }));
  expect(await screen.findByText('That did not work just now')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /psalm/ })).not.toBeChecked();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('while it is turned on, a second tap sends nothing', async () => {
  fakeBrowser('granted');
  const { user, changes } = open([], {
    '/api/push': (sent) =>
      sent.method === 'GET' ? answer(200, { key: KEY, devices: [] }) : waiting(sent),
  });
  await user.click(await button('Turn on notices'));
  await user.click(await button('Turning on…'));
  expect(changes()).toHaveLength(1);
});

test('if the server refuses, the browser is not left subscribed', async () => {
  fakeBrowser('granted');
  const { user } = open([], {
    '/api/push': ({ method }) =>
      method === 'GET'
        ? answer(200, { key: KEY, devices: [] })
        : answer(503, { message: 'Please try again in a moment.' }),
  });
  await user.click(await button('Turn on notices'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please try again in a moment.');
  expect(browser.subscription).toBeNull();
  expect(await button('Turn on notices')).toBeVisible();
});

test('a browser without a way to its push service is told so, calmly', async () => {
  fakeBrowser('granted');
  browser.subscribed.mockRejectedValue(new DOMException('push service error', 'AbortError'));
  const { user, changes } = open();
  await user.click(await button('Turn on notices'));
  expect(await screen.findByText(/could not reach its push service/)).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(changes()).toEqual([]);
});

test('somebody who does not allow it is told that nothing was turned on', async () => {
  fakeBrowser('default');
  const { user, changes } = open();
  await user.click(await button('Turn on notices'));
  expect(await screen.findByText(/did not allow notices/)).toBeVisible();
  expect(changes()).toEqual([]);
});

test('where they are blocked, the way out is named', async () => {
  fakeBrowser('default', 'denied');
  const { user } = open();
  await user.click(await button('Turn on notices'));
  expect(await screen.findByText(/in the settings of your browser/)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('on an iPhone outside the installed app the way to install it is named', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)');
  open();
  expect(await screen.findByText(/Add to Home Screen/)).toBeVisible();
});

test('a browser without notices is told so', async () => {
  open();
  expect(await screen.findByText('This browser cannot show notices.')).toBeVisible();
});

test('a subscription of an earlier session or with an older key is off, and is made anew', async () => {
  fakeBrowser('granted');
  const old = subscription(`B${'B'.repeat(86)}`);
  browser.subscription = old;
  const { user } = open([]);
  await user.click(await button('Turn on notices'));
  expect(await screen.findByText('Notices are on.')).toBeVisible();
  expect(old.unsubscribe).toHaveBeenCalled();
  expect(browser.subscribed).toHaveBeenCalled();
});

test.each([
  [['es-MX', 'en'], 'es'],
  [['de', 'en-US'], 'en'],
  [[], 'en'],
] as const)('a notice for %j is in %s and names nothing', (languages, lang) => {
  const { title, body, ...rest } = noticeFor(languages);
  expect(rest.lang).toBe(lang);
  expect(`${title} ${body}`).not.toMatch(/pray|story|psalm|Stillwater|oraci|historia|salmo/i);
});
