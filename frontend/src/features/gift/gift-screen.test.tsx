import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, fakeApi, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { GiftScreen } from './gift-screen';

const CODE = 'ABCDE-FGHJK-MNPQR-STVWX';
const seen = (state: string, change = {}) => ({
  '/api/gifts/look': () => answer(200, { state, until: null, heldDays: 0, ...change }),
});

function open(
  api: Parameters<typeof fakeApi>[0],
  props: { signedIn: boolean | undefined } = { signedIn: true },
) {
  const sent = fakeApi(api);
  const rendered = renderScreen(<GiftScreen {...props} />, {
    path: '/gift/:code',
    at: `/gift/${CODE}`,
  });
  return { ...rendered, sent };
}

test('loading is announced', () => {
  open({ '/api/gifts/look': waiting });
  expect(screen.getByRole('status')).toHaveTextContent('Looking at your gift…');
});

test.each([
  ['error', () => answer(503, { message: 'Please try again in a moment.' }), /in a moment/],
  ['offline', unreachable, /could not be reached/],
  ['tried too often', () => answer(429, { message: 'That was tried too often.' }), /too often/],
])('%s: says so, and can be tried again', async (_, reply, words) => {
  open({ '/api/gifts/look': reply });
  expect((await screen.findAllByText(words))[0]).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('signed out: says what it is and leads to sign-in and back', async () => {
  const { sent } = open(seen('open'), { signedIn: false });
  expect(await screen.findByText('Somebody has given you a year of Premium.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in to accept it' })).toHaveAttribute(
    'href',
    `/api/login?returnTo=${encodeURIComponent(`/gift/${CODE}`)}`,
  );
  expect(screen.queryByRole('button', { name: 'Accept the gift' })).not.toBeInTheDocument();
  expect(sent[0]?.body).toEqual({ code: CODE });
  expect(sent[0]?.path).toBe('/api/gifts/look');
});

test('it cannot be accepted before it is known who is signed in', async () => {
  open(seen('open'), { signedIn: undefined });
  expect(await screen.findByRole('button', { name: 'Accept the gift' })).toBeDisabled();
});

test('accepting says until when Premium is on', async () => {
  const { user, sent } = open({
    ...seen('open'),
    '/api/gifts/accept': () =>
      answer(200, { state: 'accepted', until: '2027-11-26T12:00:00Z', heldDays: 0 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Accept the gift' }));
  expect(await screen.findByText(/Premium is on until November 26, 2027/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'It is yours' })).toBeVisible();
  expect(sent.filter(({ path }) => path === '/api/gifts/accept')).toHaveLength(1);
});

test('for a subscriber the year waits', async () => {
  open(seen('accepted', { heldDays: 365 }));
  expect(await screen.findByText(/365 days wait, and begin when your subscription/)).toBeVisible();
});

test('a refused acceptance changes nothing and says why', async () => {
  const { user } = open({
    ...seen('open'),
    '/api/gifts/accept': () => answer(503, { message: 'We cannot reach our records.' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Accept the gift' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('We cannot reach our records.');
  expect(screen.getByRole('button', { name: 'Accept the gift' })).toBeEnabled();
});

test('somebody else was faster: the page says so', async () => {
  const { user } = open({
    ...seen('open'),
    '/api/gifts/accept': () => answer(200, { state: 'used', until: null, heldDays: 0 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Accept the gift' }));
  expect(await screen.findByText('This gift was accepted already')).toBeVisible();
});

test.each([
  ['own', 'This is the gift you gave'],
  ['used', 'This gift was accepted already'],
  ['expired', 'This gift can no longer be accepted'],
  ['ended', 'This gift has ended'],
  ['unknown', 'We do not know this gift'],
])('%s: has its words and the way home', async (state, title) => {
  open(seen(state));
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
