import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Prayer } from '@/lib/api/types';
import { dropAllDrafts, keepDraft } from '@/lib/drafts';
import { answer, fakeApi, resources, unreachable, waiting } from '@/testing/fake-api';
import { kept, listed, prayer } from '@/testing/fake-prayers';
import { renderScreen } from '@/testing/render-screen';
import { PrayersScreen } from './prayers-screen';

beforeEach(dropAllDrafts);

function open(prayers: Partial<Prayer>[], api: Parameters<typeof fakeApi>[0] = {}, premium = true) {
  const sent = fakeApi({ '/api/prayers': listed(prayers, premium), ...api });
  return { ...renderScreen(<PrayersScreen />, { path: '/prayers' }), sent };
}
/** Mocks the list of prayers, and this response to a new one. */
const writing =
  (reply: () => Response | Promise<Response>, prayers: Prayer[] = []) =>
  ({ method }: { method: string }) =>
    method === 'GET' ? answer(200, { prayers, premium: true }) : reply();
const field = () => screen.findByRole('textbox', { name: 'What would you like to pray for?' });
const keep = () => screen.getByRole('button', { name: 'Save this prayer' });

test('loading is announced', () => {
  open([], { '/api/prayers': waiting });
  expect(screen.getByRole('status', { name: 'Loading your prayers' })).toBeVisible();
});

test('empty: the form, and what happens with a prayer', async () => {
  open([]);
  expect(await field()).toBeVisible();
  expect(screen.getByText(/No prayers yet/)).toBeVisible();
});

test.each([
  ['error', () => answer(503, { message: 'Please try again in a moment.' }), 'in a moment'],
  ['offline', unreachable, 'could not be reached'],
])('%s: shows an error and offers a retry', async (_, reply, words) => {
  let works = false;
  const { user } = open([], {
    '/api/prayers': () => (works ? answer(200, { prayers: [prayer], premium: true }) : reply()),
  });
  expect(await screen.findByText(new RegExp(words))).toBeVisible();
  works = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(prayer.text)).toBeVisible();
});

test('free: a description, and no form', async () => {
  open([], {}, false);
  expect(
    await screen.findByRole('heading', { name: 'Prayer requests are part of Premium' }),
  ).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('lapsed: the prayers stay, can be answered and deleted, and no form for a new one is shown', async () => {
  open([{}], {}, false);
  expect(await screen.findByText(prayer.text)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Your Premium has ended' })).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Mark the prayer from/ })).toBeVisible();
  expect(screen.getByRole('button', { name: /^Delete the prayer from/ })).toBeVisible();
});

test('lapsed: sharing can be switched off', async () => {
  open([{ shared: true }], {}, false);
  expect(await screen.findByRole('switch', { checked: true })).toBeEnabled();
});

test('a prayer is saved, shared only when the switch is on, and listed first', async () => {
  const { user, sent } = open([], {
    '/api/prayers': writing(() => answer(201, kept({ shared: true }))),
  });
  await user.type(await field(), '  For my brother.  ');
  await user.click(screen.getByRole('switch', { name: 'Share with the prayer team' }));
  await user.click(keep());
  expect(await screen.findByText(prayer.text)).toBeVisible();
  expect(screen.getByText('Your prayer is saved.')).toBeVisible();
  expect(await field()).toHaveValue('');
  const [written] = sent.filter(({ method }) => method === 'POST');
  expect(written?.body).toEqual({ text: 'For my brother.', shared: true });
  expect(written?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
});

test('blank and too long: an error beside the field, which gets focus, until the input changes', async () => {
  const { user, sent } = open([]);
  await field();
  await user.click(keep());
  expect(await field()).toHaveAccessibleDescription('Please write your prayer.');
  expect(await field()).toHaveFocus();
  await user.paste('a'.repeat(2001));
  expect(await field()).toHaveAccessibleDescription('Please shorten this to 2,000 characters.');
  expect(screen.getByText('2,001 of 2,000')).toBeVisible();
  await user.clear(await field());
  await user.type(await field(), 'Amen');
  expect(await field()).toBeValid();
  expect(sent.some(({ method }) => method === 'POST')).toBe(false);
});

const keeping = () => screen.findByRole('button', { name: 'Saving it…' });

test('loading: the button shows it, keeps focus and sends nothing twice', async () => {
  const { user, sent } = open([], { '/api/prayers': writing(waiting as () => Promise<Response>) });
  await user.type(await field(), 'For rain.');
  await user.click(keep());
  expect(await keeping()).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Enter}');
  expect(await keeping()).toHaveFocus();
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a prayer that failed to send is kept across screens and retried with the same key', async () => {
  const { user, sent } = open([], { '/api/prayers': writing(unreachable) });
  await user.type(await field(), 'For rain.');
  await user.click(keep());
  expect(await screen.findByRole('alert')).toHaveTextContent('Your words are still here.');
  await user.click(keep());
  const keys = () =>
    sent
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('Idempotency-Key'));
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(keys()[0]).toBe(keys()[1]);
});

test('after a lost response the same key is used, also after a visit elsewhere; the next prayer gets a new one', async () => {
  let isThere = false;
  const { user, sent, router } = open([], {
    '/api/prayers': ({ method }) => {
      if (method === 'GET') return answer(200, { prayers: isThere ? [prayer] : [], premium: true });
      if (isThere) return answer(201, kept());
      isThere = true;
      return unreachable();
    },
  });
  const written = () => sent.filter(({ method }) => method === 'POST');
  const form = () => within(document.querySelector('form') as HTMLFormElement);
  const share = () => form().getByRole('switch');
  await user.type(await field(), 'For rain.');
  await user.click(share());
  await user.click(keep());
  await screen.findByRole('alert');
  await act(() => router.navigate('/instant-support'));
  await act(() => router.navigate('/prayers'));
  // The server had saved it; the list contains it.
  await screen.findByText(prayer.text);
  await user.click(keep());
  expect(await screen.findByText('Your prayer is saved.')).toBeVisible();
  expect(screen.getAllByText(prayer.text)).toHaveLength(1);
  const [first, second] = written();
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));

  await user.type(await field(), 'For rain.');
  await user.click(share());
  await user.click(keep());
  await waitFor(() => expect(written()).toHaveLength(3));
  const [, , third] = written();
  expect(third?.headers.get('Idempotency-Key')).not.toBe(first?.headers.get('Idempotency-Key'));
});

/** Sends a prayer and opens Help now. */
async function leftUnanswered() {
  let reply = (_: Response) => {};
  const answered = new Promise<Response>((resolve) => {
    reply = resolve;
  });
  const view = open([], { '/api/prayers': writing(() => answered) });
  await view.user.type(await field(), 'For rain.');
  await view.user.click(keep());
  await act(() => view.router.navigate('/instant-support'));
  return { ...view, reply: (late: Response) => act(async () => reply(late)) };
}

/** Returns to the prayers before the response arrives. */
async function backBeforeTheAnswer() {
  const view = await leftUnanswered();
  await act(() => view.router.navigate('/prayers'));
  expect(await keeping()).toHaveAttribute('aria-disabled', 'true');
  return view;
}

test('returning before the response: the prayer is still pending, and then saved once', async () => {
  const { reply, sent } = await backBeforeTheAnswer();
  await reply(answer(201, kept({ text: 'For rain.' })));
  expect(await screen.findByText('Your prayer is saved.')).toBeVisible();
  expect(await field()).toHaveValue('');
  expect(keep()).toHaveAttribute('aria-disabled', 'false');
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('returning before a failure: the text is there, and the failure is shown', async () => {
  const { reply } = await backBeforeTheAnswer();
  await reply(answer(503, { message: 'Please try again in a moment.' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Your words are still here.');
  expect(await field()).toHaveValue('For rain.');
});

test('a failure that arrived elsewhere is shown on return, until the text changes', async () => {
  const { reply, router, user } = await leftUnanswered();
  await reply(answer(503, { message: 'Please try again in a moment.' }));
  await act(() => router.navigate('/prayers'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('could not be saved Your words are still here.');
  await user.type(await field(), ' And snow.');
  expect(alert).not.toBeInTheDocument();
  await act(() => router.navigate('/instant-support'));
  await act(() => router.navigate('/prayers'));
  expect(await field()).toHaveValue('For rain. And snow.');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a crisis response that arrived elsewhere and saved nothing opens help, and is explained on return', async () => {
  const { reply, router, user, dialogs } = await leftUnanswered();
  await reply(answer(200, { crisis: true, resources, prayer: null }));
  expect(dialogs.showCrisis).toHaveBeenCalledExactlyOnceWith(resources);
  await act(() => router.navigate('/prayers'));
  const notice = await screen.findByText(/has not been saved yet/);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(await field()).toHaveValue('For rain.');
  await user.type(await field(), ' And snow.');
  expect(notice).not.toBeInTheDocument();
  await act(() => router.navigate('/instant-support'));
  await act(() => router.navigate('/prayers'));
  expect(await field()).toHaveValue('For rain. And snow.');
  expect(screen.queryByText(/has not been saved yet/)).not.toBeInTheDocument();
});

test('while a prayer is pending its switch shows what was sent, and a retry uses the same key', async () => {
  const { reply, sent, user } = await backBeforeTheAnswer();
  const share = screen.getByRole('switch');
  await user.click(share);
  expect(share).not.toBeChecked();
  await reply(answer(503, { message: 'Please try again in a moment.' }));
  await user.click(keep());
  const posts = () => sent.filter(({ method }) => method === 'POST');
  await waitFor(() => expect(posts()).toHaveLength(2));
  const [first, second] = posts();
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
});

test('a draft is restored', async () => {
  keepDraft('prayer', 'For rain.');
  open([]);
  expect(await field()).toHaveValue('For rain.');
});

test('a validation error of the server is shown beside the field', async () => {
  const { user } = open([], {
    '/api/prayers': writing(() => answer(422, { fields: { text: 'Please write your prayer.' } })),
  });
  await user.type(await field(), 'For rain.');
  await user.click(keep());
  expect(await screen.findByText('Please write your prayer.')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('crisis: help opens, and the prayer is saved', async () => {
  const { user, dialogs } = open([], {
    '/api/prayers': writing(() => answer(200, { ...kept(), crisis: true, resources })),
  });
  await user.type(await field(), 'I want to end my life.');
  await user.click(keep());
  await waitFor(() => expect(dialogs.showCrisis).toHaveBeenCalledWith(resources));
  expect(screen.getByText('Your prayer is saved.')).toBeVisible();
});

test('crisis without storage: help opens, and the text stays', async () => {
  const { user, dialogs } = open([], {
    '/api/prayers': writing(() => answer(200, { crisis: true, resources, prayer: null })),
  });
  await user.type(await field(), 'I want to end my life.');
  await user.click(keep());
  expect(await screen.findByText(/has not been saved yet/)).toBeVisible();
  expect(dialogs.showCrisis).toHaveBeenCalledWith(resources);
  expect(await field()).toHaveValue('I want to end my life.');
});

test('a crisis text that no server could read opens the bundled helplines', async () => {
  const { user, dialogs } = open([], { '/api/prayers': writing(unreachable) });
  await user.type(await field(), 'I want to end my life.');
  await user.click(keep());
  await waitFor(() => expect(dialogs.showBundledHelp).toHaveBeenCalledWith('suicide_ideation'));
});
