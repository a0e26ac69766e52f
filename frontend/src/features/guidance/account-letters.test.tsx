import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetPerson } from '@/lib/forget';
import { fakeAccount, letterId, SINCE } from '@/testing/fake-account';
import { answer, fakeApi, guidance, type Sent, unreachable } from '@/testing/fake-api';
import { fixtureId } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import { sync } from './account-letters';
import { accountRecord, noteAccount } from './account-record';
import { KeepLetter } from './keep-letter';
import { keptLetter, keptLetters, keptText, storeLetters } from './kept-letter';
import { OwnLetters } from './own-letters';
import type { Letter } from './queries';

const story = { id: fixtureId(1), redactedText: 'A friend came.', language: 'en' };
const letter = (title: string): Letter => ({
  ...guidance,
  topic: guidance.topic && { ...guidance.topic, title, content: `About: ${title}` },
  testimonies: [story],
  offline: false,
});
const onDevice = (number: number, title: string) => ({
  id: letterId(number),
  keptAt: `2026-11-0${number}T12:00:00Z`,
  letter: letter(title),
});
const onAccount = (number: number, title: string) => {
  const { testimonies, sources, unreadLanguage, offline, topic, ...words } = letter(title);
  if (!topic) throw new Error('a letter has a topic');
  return {
    id: letterId(number),
    keptAt: `2026-11-0${number}T12:00:00Z`,
    letter: { ...words, topic },
  };
};
const titles = () => keptLetters().map(({ letter: { topic } }) => topic?.title);

beforeEach(() => localStorage.setItem('stillwater:was-signed-in', '1'));

const show = (isPremium = true) =>
  renderScreen(<OwnLetters account={{ isPremium }} />, { path: '/mine' });
const choice = () => screen.findByRole('checkbox', { name: 'Also keep them with my account' });
const knows = (...had: string[]) =>
  noteAccount({ of: fixtureId(1), since: SINCE, premium: true, had, gone: [] });

/** Handlers of which what the account has arrives only when it is told to. */
function holdBack(handlers: ReturnType<typeof fakeAccount>['handlers']) {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const account = async (sent: Sent) => {
    await arrival;
    return handlers['/api/user/letters'](sent);
  };
  return { held: { ...handlers, '/api/user/letters': account }, arrive };
}

test('without Premium there is no choice, and nothing is said about it', async () => {
  const sent = fakeApi();
  storeLetters([onDevice(1, 'The first')]);
  show(false);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.getByText(/Only this device has them/)).toBeVisible();
});

test('it is off by default; turned on, the letters of this device go to the account without the stories of others', async () => {
  const { account, handlers, titles: there } = fakeAccount({ chosenAt: null });
  const sent = fakeApi(handlers);
  storeLetters([onDevice(2, 'The second'), onDevice(1, 'The first')]);
  const { user } = show();
  const box = await choice();
  expect(box).not.toBeChecked();
  expect(box).toHaveAccessibleDescription(/Sealed, so that nobody else can read them/);
  await waitFor(() => expect(box).toHaveAttribute('aria-disabled', 'false'));
  await user.click(box);
  expect(await screen.findByText('Done. Your account keeps your letters now.')).toBeVisible();
  expect(box).toBeChecked();
  expect(account.chosenAt).toBe(SINCE);
  expect(there()).toEqual(['The first', 'The second']);
  expect(screen.getByText(/Your account has them, too/)).toBeVisible();
  expect(screen.queryByText(/Only this device has them/)).not.toBeInTheDocument();
  const body = sent.find(({ path }) => path.startsWith('/api/user/letters/'))?.body;
  expect(Object.keys((body as { letter: object }).letter).sort()).toEqual([
    'alsoAbout',
    'alternatives',
    'asked',
    'bridge',
    'discreet',
    'language',
    'prayer',
    'related',
    'situation',
    'topic',
  ]);
});

test('letters of earlier versions get an id that the account takes', async () => {
  const ids: string[] = [];
  const { handlers } = fakeAccount();
  fakeApi(handlers);
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    ids.push(letterId(ids.length));
    return letterId(ids.length - 1) as ReturnType<typeof crypto.randomUUID>;
  });
  storeLetters([{ ...onDevice(1, 'The first'), id: 'mhx2k1abc' }]);
  await sync();
  expect(keptLetters().map(({ id }) => id)).toEqual([letterId(0)]);
  expect(accountRecord()?.had).toEqual([letterId(0)]);
});

test('on another device they are listed, open, and stay there without a connection', async () => {
  fakeApi(fakeAccount({ letters: [onAccount(1, 'The first')] }).handlers);
  const { user, router } = show();
  await user.click(await screen.findByRole('link', { name: /The first/ }));
  expect(router.state.location.pathname).toBe('/result');
  expect(keptLetter(router.state.location.state.kept)).toMatchObject({
    topic: { title: 'The first' },
    testimonies: [],
    offline: false,
  });
});

test('a letter that two devices kept is one letter', async () => {
  fakeApi(fakeAccount({ letters: [onAccount(2, 'The same')] }).handlers);
  storeLetters([onDevice(1, 'The same')]);
  await sync();
  expect(keptLetters().map(({ id }) => id)).toEqual([letterId(2)]);
});

test('removing removes from both, and undoing puts it back on both', async () => {
  const { handlers, titles: there } = fakeAccount({ letters: [onAccount(1, 'The first')] });
  fakeApi(handlers);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Remove: The first' }));
  expect(
    screen.getByText('Removed from this device. It goes from your account, too.'),
  ).toBeVisible();
  await waitFor(() => expect(there()).toEqual([]));
  expect(screen.queryByText(/Your account has them/)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Put it back' }));
  await waitFor(() => expect(there()).toEqual(['The first']));
  expect(titles()).toEqual(['The first']);
});

test('a letter that is removed while the account is first asked goes from it, too', async () => {
  const { handlers, titles: there } = fakeAccount({ letters: [onAccount(1, 'The first')] });
  const { held, arrive } = holdBack(handlers);
  const sent = fakeApi(held);
  storeLetters([onDevice(1, 'The first')]);
  knows(letterId(1));
  const { user } = show();
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/user/letters'));
  await user.click(await screen.findByRole('button', { name: 'Remove: The first' }));
  arrive();
  await waitFor(() => expect(there()).toEqual([]));
  expect(titles()).toEqual([]);
});

test('what another device removed goes here, too; what the account lost by being turned off comes back', async () => {
  const { account, handlers, titles: there } = fakeAccount();
  fakeApi(handlers);
  storeLetters([onDevice(1, 'The first')]);
  knows(letterId(1));
  account.chosenAt = '2026-11-20T08:00:00Z';
  await sync();
  expect(there()).toEqual(['The first']);
  account.letters = [];
  await sync();
  expect(titles()).toEqual([]);
});

test('without a connection a letter stays here, and goes to the account when it is back', async () => {
  const { handlers, titles: there } = fakeAccount();
  let isOnline = false;
  fakeApi({
    ...handlers,
    '/api/user/letters': (sent) => (isOnline ? handlers['/api/user/letters'](sent) : unreachable()),
  });
  storeLetters([onDevice(1, 'The first')]);
  knows();
  show();
  expect(await screen.findByText(/One letter is only on this device so far/)).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(await choice()).toBeChecked();
  isOnline = true;
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(there()).toEqual(['The first']));
  await waitFor(() =>
    expect(screen.queryByText(/only on this device so far/)).not.toBeInTheDocument(),
  );
});

test('a failure says what is safe, and offers to try again', async () => {
  const { handlers } = fakeAccount();
  let fails = true;
  fakeApi({
    ...handlers,
    '/api/user/letters': (sent) => (fails ? answer(503, '') : handlers['/api/user/letters'](sent)),
  });
  const { user } = show();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your account could not be reached. The letters on this device are safe.',
  );
  expect(await choice()).toHaveAttribute('aria-disabled', 'true');
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(await choice()).toBeChecked();
});

test('turning it off empties the account and leaves the letters here', async () => {
  const { account, handlers } = fakeAccount({ letters: [onAccount(1, 'Of another device')] });
  fakeApi(handlers);
  const { user } = show();
  await screen.findByRole('link', { name: /Of another device/ });
  await user.click(await choice());
  expect(await screen.findByText(/Your account has no letters any more/)).toBeVisible();
  expect(account.letters).toEqual([]);
  expect(titles()).toEqual(['Of another device']);
  expect(accountRecord()).toBeNull();
  expect(await choice()).not.toBeChecked();
});

test('a change that fails changes nothing and says so', async () => {
  const { handlers } = fakeAccount({ chosenAt: null });
  fakeApi({
    ...handlers,
    '/api/user/letters': (sent) =>
      sent.method === 'PUT' ? answer(503, '') : handlers['/api/user/letters'](sent),
  });
  const { user } = show();
  const box = await choice();
  await waitFor(() => expect(box).toHaveAttribute('aria-disabled', 'false'));
  await user.click(box);
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was changed just now');
  expect(box).not.toBeChecked();
});

test('after Premium the letters stay, can be removed, and nothing new goes there', async () => {
  const { handlers, titles: there } = fakeAccount({
    premium: false,
    letters: [onAccount(1, 'The first')],
  });
  const sent = fakeApi(handlers);
  storeLetters([onDevice(2, 'A new one')]);
  const { user } = show(false);
  expect(await choice()).toBeChecked();
  expect(await screen.findByText(/Your Premium has ended/)).toBeVisible();
  expect(titles()).toEqual(['A new one', 'The first']);
  expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Remove: The first' }));
  await waitFor(() => expect(there()).toEqual([]));
  await user.click(await choice());
  expect(await screen.findByText(/Your account has no letters any more/)).toBeVisible();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(titles()).toEqual(['A new one']);
});

test('beyond fifty, and where the account refuses a letter, it says what stays here alone', async () => {
  const full = Array.from({ length: 50 }, (_, number) => ({
    ...onAccount(1, `Letter ${number}`),
    id: fixtureId(5000 + number),
  }));
  const { account, handlers } = fakeAccount({ letters: full });
  const refused = () => answer(422, { code: 'INVALID_FIELDS', message: 'It cannot be kept.' });
  fakeApi({ ...handlers, [`/api/user/letters/${letterId(2)}`]: refused });
  storeLetters([onDevice(2, 'A new one')]);
  const { user } = show();
  expect(await screen.findByText(/one letter stays on this device only/)).toBeVisible();
  expect(titles()).toHaveLength(51);
  account.letters = full.slice(1);
  await user.click(screen.getByRole('button', { name: 'Remove: Letter 0' }));
  expect(await screen.findByText(/One letter of an earlier version stays/)).toBeVisible();
});

test('a letter that is kept below its words goes to both, and is removed from both', async () => {
  const { handlers, titles: there } = fakeAccount();
  fakeApi(handlers);
  knows();
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(
    letterId(3) as ReturnType<typeof crypto.randomUUID>,
  );
  const { user } = renderScreen(<KeepLetter letter={letter('The first')} variant="primary" />);
  const keep = screen.getByRole('button', { name: 'Keep this on my device' });
  expect(keep).toHaveAccessibleDescription(/sealed with your account/);
  await user.click(keep);
  await waitFor(() => expect(there()).toEqual(['The first']));
  await user.click(keep);
  await waitFor(() => expect(there()).toEqual([]));
});

test('nothing of a discreet letter goes to other devices, and that is said', async () => {
  const { handlers, titles: there } = fakeAccount();
  const sent = fakeApi(handlers);
  const discreet = onDevice(1, 'Something private');
  discreet.letter.discreet = true;
  storeLetters([discreet, onDevice(2, 'The second')]);
  show();
  expect(await screen.findByText(/very private, so only this device has it/)).toBeVisible();
  await waitFor(() => expect(there()).toEqual(['The second']));
  expect(JSON.stringify(sent)).not.toContain('Something private');
  expect(titles()).toContain('Something private');
  renderScreen(<KeepLetter letter={discreet.letter} variant="primary" />);
  expect(
    screen.getByRole('button', { name: 'Keep this on my device' }),
  ).not.toHaveAccessibleDescription(/account/);
});

test('two tabs show the same letters', async () => {
  fakeApi(fakeAccount().handlers);
  show();
  await choice();
  storeLetters([]);
  localStorage.setItem('stillwater:letters', JSON.stringify([onDevice(1, 'Of another tab')]));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'stillwater:letters' })));
  expect(await screen.findByRole('link', { name: /Of another tab/ })).toBeVisible();
});

test('signing out deletes the copies of the device alone, also while an answer is on its way', async () => {
  const { account, handlers } = fakeAccount({ letters: [onAccount(1, 'The first')] });
  const { held, arrive } = holdBack(handlers);
  fakeApi(held);
  storeLetters([onDevice(1, 'The first')]);
  knows(letterId(1));
  const { client } = show();
  const syncing = sync();
  void forgetPerson(client);
  arrive();
  await syncing;
  expect([keptText(), accountRecord()]).toEqual([null, null]);
  expect(account.letters).toHaveLength(1);
});

test('the next user of the browser does not get the letters of an account that was not signed out', async () => {
  const { handlers, titles: there } = fakeAccount({ userId: fixtureId(2) });
  fakeApi(handlers);
  storeLetters([onDevice(1, 'Of the user before')]);
  knows(letterId(1));
  await sync();
  expect(titles()).toEqual([]);
  expect(there()).toEqual([]);
});
