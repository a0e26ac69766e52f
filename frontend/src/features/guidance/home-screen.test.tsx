import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { draft, dropAllDrafts, keepDraft } from '@/lib/drafts';
import {
  answer,
  fakeApi,
  guidance,
  resources,
  unreachable,
  usage,
  waiting,
} from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { HomeScreen } from './home-screen';
import { letterQuery } from './queries';
import { localCount } from './usage';

const renderHome = (isPremium = false) =>
  renderScreen(<HomeScreen firstName={null} isPremium={isPremium} />);
const words = () => screen.getByRole('textbox', { name: 'What are you carrying?' });
const submit = () => screen.getByRole('button', { name: 'Get Guidance & Support' });

beforeEach(dropAllDrafts);

test('empty: asks for text or a topic', async () => {
  fakeApi();
  const { user } = renderHome();
  await user.click(submit());
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'Please describe your struggle or select a topic',
  );
});

test('the bundled topics are shown before the server answers', () => {
  fakeApi({ '/api/topics': waiting });
  renderHome();
  expect(screen.getByRole('group', { name: 'Or choose a common struggle' })).toBeVisible();
  expect(screen.getAllByRole('button', { pressed: false }).length).toBeGreaterThan(5);
});

test('choosing a topic clears the text, choosing it again deselects it, typing deselects it', async () => {
  fakeApi();
  const { user } = renderHome();
  await user.type(words(), 'so tired');
  const chip = await screen.findByRole('button', { name: 'Grief' });
  await user.click(chip);
  expect(words()).toHaveValue('');
  expect(chip).toHaveAttribute('aria-pressed', 'true');
  await user.click(chip);
  expect(chip).toHaveAttribute('aria-pressed', 'false');
  await user.click(chip);
  await user.type(words(), 'n');
  expect(chip).toHaveAttribute('aria-pressed', 'false');
});

test('arriving with a topic clears earlier text, once', async () => {
  fakeApi();
  keepDraft('struggle', 'so tired');
  const at = { pathname: '/', state: { topicId: 'grief' } };
  const { user, router } = renderScreen(<HomeScreen firstName={null} isPremium={false} />, { at });
  expect(await screen.findByRole('button', { name: 'Grief' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(words()).toHaveValue('');
  expect(draft('struggle')).toBeUndefined();
  await user.type(words(), 'so alone');
  await act(() => router.navigate('/instant-support'));
  await act(() => router.navigate(-1));
  expect(words()).toHaveValue('so alone');
  expect(screen.getByRole('button', { name: 'Grief' })).toHaveAttribute('aria-pressed', 'false');
});

test('loading: inputs and button are disabled', async () => {
  fakeApi({ '/api/guidance': waiting });
  const { user } = renderHome();
  await user.type(words(), 'so tired');
  await user.click(submit());
  expect(screen.getByRole('button', { name: 'Finding Guidance...' })).toBeDisabled();
  expect(words()).toBeDisabled();
});

test('a double tap that comes before the next rendering sends once, and a later press sends again', async () => {
  const sent = fakeApi({ '/api/guidance': unreachable });
  const asked = () => sent.filter(({ path }) => path === '/api/guidance').length;
  const { user } = renderHome();
  await user.type(words(), 'so tired');
  const button = submit();
  act(() => {
    button.click();
    button.click();
  });
  expect(await screen.findByRole('status')).toHaveTextContent('You seem to be offline');
  expect(asked()).toBe(1);
  await user.click(submit());
  await waitFor(() => expect(asked()).toBe(2));
});

test('success: only the trimmed text is sent, the count is updated, and the letter opens', async () => {
  const sent = fakeApi({ '/api/guidance': () => answer(200, guidance) });
  const { user } = renderHome();
  await user.type(words(), '  so tired  ');
  await user.click(submit());
  expect(await screen.findByText('Now at /result')).toBeVisible();
  expect(sent.find(({ path }) => path === '/api/guidance')?.body).toEqual({
    struggle: 'so tired',
    language: 'en',
  });
  expect(localCount()).toBe(1);
});

test('crisis: help opens with the resources, and the letter is offered, not forced', async () => {
  fakeApi({ '/api/guidance': () => answer(200, { ...guidance, crisis: true, resources }) });
  const { user, dialogs, router } = renderHome();
  await user.type(words(), 'words');
  await user.click(submit());
  await waitFor(() =>
    expect(dialogs.showCrisis).toHaveBeenCalledWith(resources, expect.any(Function)),
  );
  expect(router.state.location.pathname).toBe('/');
  expect(words()).toHaveValue('words');
});

test('at the limit: a topic alone is refused locally, text is still sent', async () => {
  const sent = fakeApi({
    '/api/usage': () => answer(200, usage(3)),
    '/api/guidance': () => answer(429, { code: 'DAILY_LIMIT', message: 'Daily limit reached.' }),
  });
  const { user, dialogs } = renderHome();
  const button = await screen.findByRole('button', { name: 'Daily Limit Reached' });
  await user.click(screen.getByRole('button', { name: 'Grief' }));
  await user.click(button);
  expect(dialogs.showUpgrade).toHaveBeenCalledTimes(1);
  expect(sent.some(({ path }) => path === '/api/guidance')).toBe(false);

  await user.type(words(), 'words');
  await user.click(button);
  await waitFor(() => expect(dialogs.showUpgrade).toHaveBeenCalledTimes(2));
  expect(sent.some(({ path }) => path === '/api/guidance')).toBe(true);
  expect(localCount()).toBe(3);
});

test('a subscriber has no limit here', async () => {
  fakeApi({ '/api/usage': () => answer(200, usage(3)) });
  renderHome(true);
  await waitFor(() => expect(submit()).toBeEnabled());
});

test('another 429 shows the delay and opens no dialog', async () => {
  fakeApi({
    '/api/guidance': () =>
      answer(429, { code: 'RATE_LIMITED', message: 'Too many.' }, { 'Retry-After': '20' }),
  });
  const { user, dialogs } = renderHome();
  await user.type(words(), 'words');
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Please wait 20 seconds and try again.',
  );
  expect(dialogs.showUpgrade).not.toHaveBeenCalled();
});

test('error: the server’s message is shown beside the button and the text stays', async () => {
  fakeApi({ '/api/guidance': () => answer(500, { code: 'INTERNAL', message: 'Our fault.' }) });
  const { user } = renderHome();
  await user.type(words(), 'words');
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent('Our fault.');
  expect(words()).toHaveValue('words');
});

test('error without a message: the specified text', async () => {
  fakeApi({ '/api/guidance': () => answer(500, '') });
  const { user } = renderHome();
  await user.type(words(), 'words');
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to get guidance. Please try again.',
  );
});

test('offline with text: it stays, and a link to the helplines is shown', async () => {
  fakeApi({ '/api/guidance': unreachable });
  const { user } = renderHome();
  await user.type(words(), 'words');
  await user.click(submit());
  const notice = await screen.findByRole('status');
  expect(notice).toHaveTextContent('You seem to be offline');
  expect(words()).toHaveValue('words');
});

test.each([
  ['no network', unreachable],
  ['a server error before screening', () => answer(502, '<html>Bad gateway</html>')],
] as const)('a crisis text that met %s opens the bundled helplines', async (_, reply) => {
  fakeApi({ '/api/guidance': reply });
  const { user, dialogs } = renderHome();
  await user.type(words(), 'I want to end my life');
  await user.click(submit());
  await waitFor(() => expect(dialogs.showBundledHelp).toHaveBeenCalledWith('suicide_ideation'));
  expect(words()).toHaveValue('I want to end my life');
});

test('text that the server has screened is not screened again', async () => {
  const body = { code: 'INVALID_FIELDS', message: 'Check.', fields: {} };
  fakeApi({ '/api/guidance': () => answer(422, body) });
  const { user, dialogs } = renderHome();
  await user.type(words(), 'I want to end my life');
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent('Check.');
  expect(dialogs.showBundledHelp).not.toHaveBeenCalled();
});

test('offline with a topic: the bundled message', async () => {
  fakeApi({ '/api/guidance': unreachable, '/api/topics': unreachable });
  const { user } = renderHome();
  const [chip] = screen.getAllByRole('button', { pressed: false });
  if (!chip) throw new Error('no topic came with the app');
  await user.click(chip);
  await user.click(submit());
  expect(await screen.findByText('Now at /result')).toBeVisible();
  expect(localCount()).toBe(0);
});

test('too long: the form says so and still sends, because the server screens first', async () => {
  const sent = fakeApi({
    '/api/guidance': () =>
      answer(422, {
        code: 'INVALID_FIELDS',
        message: 'Check.',
        fields: { struggle: 'At most 2,000 characters.' },
      }),
  });
  const { user } = renderHome();
  await user.click(words());
  await user.paste('a'.repeat(2001));
  expect(screen.getByRole('status')).toHaveTextContent(
    '2,001 of 2,000. Please shorten it a little.',
  );
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent('At most 2,000 characters.');
  expect(sent.some(({ path }) => path === '/api/guidance')).toBe(true);
});

/** Submits a request, opens Help now, and receives the response there. */
async function answeredElsewhere(
  late: Response,
  meanwhile?: (view: ReturnType<typeof renderHome>) => void,
) {
  let reply = (_: Response) => {};
  const answered = new Promise<Response>((resolve) => {
    reply = resolve;
  });
  fakeApi({ '/api/guidance': () => answered });
  const view = renderHome();
  await view.user.type(words(), 'so tired');
  await view.user.click(submit());
  await screen.findByRole('button', { name: 'Finding Guidance...' });
  await act(() => view.router.navigate('/instant-support'));
  meanwhile?.(view);
  await act(async () => reply(late));
  return view;
}

test('a late response does not navigate; the letter and the text are kept', async () => {
  const { client, router } = await answeredElsewhere(answer(200, guidance));
  await waitFor(() =>
    expect(client.getQueryData(letterQuery.queryKey)).toMatchObject({ topic: guidance.topic }),
  );
  expect(router.state.location.pathname).toBe('/instant-support');
  expect(draft('struggle')).toBe('so tired');
});

test('a crisis in a late response opens help on any screen', async () => {
  const late = answer(200, { ...guidance, crisis: true, resources });
  const { dialogs, router } = await answeredElsewhere(late);
  await waitFor(() =>
    expect(dialogs.showCrisis).toHaveBeenCalledWith(resources, expect.any(Function)),
  );
  expect(router.state.location.pathname).toBe('/instant-support');
});

test('a late limit response opens no dialog on another screen', async () => {
  const late = answer(429, { code: 'DAILY_LIMIT', message: 'Daily limit reached.' });
  const { dialogs } = await answeredElsewhere(late);
  await waitFor(() => expect(localCount()).toBe(3));
  expect(dialogs.showUpgrade).not.toHaveBeenCalled();
});

test('a response after sign-out leaves nothing but crisis help', async () => {
  const late = answer(200, { ...guidance, crisis: true, resources });
  const { client, dialogs } = await answeredElsewhere(late, ({ client }) => {
    dropAllDrafts();
    client.getMutationCache().clear();
  });
  await waitFor(() => expect(dialogs.showCrisis).toHaveBeenCalledWith(resources));
  expect(client.getQueryData(letterQuery.queryKey)).toBeUndefined();
  expect(localCount()).toBe(0);
});

test.each([
  ['an ordinary letter', {}, true],
  ['words that may tell of danger', { possibleDanger: true }, false],
  ['a discreet letter', { discreet: true }, false],
  ['a passage that was asked for', { asked: true }, false],
])('%s: whether the letter asks if it was near', async (_, change, asksNear) => {
  fakeApi({ '/api/guidance': () => answer(200, { ...guidance, ...change }) });
  const { user, client } = renderHome();
  await user.type(words(), 'I lie awake');
  await user.click(submit());
  await waitFor(() => expect(client.getQueryData(letterQuery.queryKey)?.asksNear).toBe(asksNear));
});

test('a letter that was answered in danger never asks if it was near', async () => {
  fakeApi({ '/api/guidance': () => answer(200, { ...guidance, crisis: true, resources }) });
  const { user, client, dialogs } = renderHome();
  await user.type(words(), 'a crisis text');
  await user.click(submit());
  await waitFor(() => expect(dialogs.showCrisis).toHaveBeenCalled());
  act(() => dialogs.showCrisis.mock.lastCall?.[1]?.());
  expect(client.getQueryData(letterQuery.queryKey)).toMatchObject({ asksNear: false });
});
