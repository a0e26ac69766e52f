import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { draft, dropAllDrafts } from '@/lib/drafts';
import { answer, fakeApi, resources, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { TestimonyScreen } from './testimony-screen';
import { ThankYouScreen } from './thank-you-screen';

beforeEach(dropAllDrafts);

const renderTestimony = () => renderScreen(<TestimonyScreen />, { path: '/testimony' });
const field = (name: string) => screen.getByRole('textbox', { name });
const submit = () => screen.getByRole('button', { name: 'Submit Story for Review' });
const accepted = { id: 'a1', status: 'pending', saved: true, crisis: false, resources: null };

async function fill(user: ReturnType<typeof renderTestimony>['user']) {
  await user.type(field('What happened?'), 'I lost my work in spring.');
  await user.type(field('What helped you?'), 'A neighbour who cooked.');
  await user.type(field('What changed?'), 'I can ask for help now.');
  await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
}

test('empty: each field shows its error, focus goes to the first, and typing clears it', async () => {
  fakeApi();
  const { user } = renderTestimony();
  expect(screen.queryByText('Please share what helped you')).not.toBeInTheDocument();
  await user.click(submit());
  expect(await screen.findByText('Please provide more detail about what happened')).toBeVisible();
  expect(screen.getByText('Please share what helped you')).toBeVisible();
  expect(screen.getByText('Please describe what changed')).toBeVisible();
  expect(screen.getByText('You must agree to share your story')).toBeVisible();
  expect(field('What happened?')).toHaveFocus();
  expect(field('What happened?')).toHaveAccessibleDescription(/Please provide more detail/);

  await user.type(field('What happened?'), 'exactly 10');
  await waitFor(() =>
    expect(
      screen.queryByText('Please provide more detail about what happened'),
    ).not.toBeInTheDocument(),
  );
});

test('nine letters with surrounding blanks are too short', async () => {
  fakeApi();
  const { user } = renderTestimony();
  await user.type(field('What happened?'), '   too short   ');
  await user.clear(field('What happened?'));
  await user.type(field('What happened?'), '   nine char   ');
  await user.click(submit());
  expect(await screen.findByText('Please provide more detail about what happened')).toBeVisible();
});

test('loading: the button is busy', async () => {
  fakeApi({ '/api/testimonies': waiting });
  const { user } = renderTestimony();
  await fill(user);
  await user.click(submit());
  expect(await screen.findByRole('button', { name: 'Submitting...' })).toBeDisabled();
});

test('success: the testimony is sent once, with an empty topic and an idempotency key, and a thank-you page follows', async () => {
  const sent = fakeApi({ '/api/testimonies': () => answer(201, accepted) });
  const { user } = renderTestimony();
  await fill(user);
  await user.click(submit());
  expect(await screen.findByText('Now at /thank-you')).toBeVisible();
  const [testimony] = sent.filter(({ path }) => path === '/api/testimonies');
  expect(testimony?.body).toEqual({
    whatHappened: 'I lost my work in spring.',
    whatHelped: 'A neighbour who cooked.',
    whatChanged: 'I can ask for help now.',
    alsoHide: [],
    consent: true,
    topicId: '',
  });
  expect(testimony?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
});

test('error: the specified alert, nothing lost, and the same idempotency key for the same text', async () => {
  const sent = fakeApi({ '/api/testimonies': unreachable });
  const { user } = renderTestimony();
  await fill(user);
  await user.click(submit());
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'Failed to submit testimony. Please try again.',
  );
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(field('What happened?')).toHaveValue('I lost my work in spring.');

  await user.click(submit());
  await waitFor(() => expect(keysOf(sent)).toHaveLength(2));
  expect(keysOf(sent)[0]).toBe(keysOf(sent)[1]);
  await user.click(await screen.findByRole('button', { name: 'OK' }));

  await user.type(field('What changed?'), ' Really.');
  await user.click(submit());
  await waitFor(() => expect(keysOf(sent)).toHaveLength(3));
  expect(keysOf(sent)[2]).not.toBe(keysOf(sent)[0]);
});

test('a crisis text that could not be sent opens the helplines, and no alert covers them', async () => {
  fakeApi({ '/api/testimonies': unreachable });
  const { user, dialogs } = renderTestimony();
  await fill(user);
  await user.type(field('What changed?'), ' I want to end my life.');
  await user.click(submit());
  expect(await screen.findByText(/Your story could not be sent/)).toBeVisible();
  expect(dialogs.showBundledHelp).toHaveBeenCalledExactlyOnceWith('suicide_ideation');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('a key that belongs to earlier words is not used again: the next attempt hands these words in', async () => {
  const sent = fakeApi({
    '/api/testimonies': () =>
      keysOf(sent).length > 1
        ? answer(201, accepted)
        : answer(409, { code: 'KEY_REUSED', message: 'Once more.', storedId: 'a0' }),
  });
  const { user } = renderTestimony();
  await fill(user);
  await user.click(submit());
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  await user.click(submit());
  expect(await screen.findByText('Now at /thank-you')).toBeVisible();
  const [first, second] = keysOf(sent);
  expect(second).not.toBe(first);
});

const keysOf = (sent: ReturnType<typeof fakeApi>) =>
  sent
    .filter(({ path }) => path === '/api/testimonies')
    .map(({ headers }) => headers.get('Idempotency-Key'));

test('a validation error of the server is shown beside its field', async () => {
  fakeApi({
    '/api/testimonies': () =>
      answer(422, {
        code: 'INVALID_FIELDS',
        message: 'Check.',
        fields: { whatHelped: 'Too long.' },
      }),
  });
  const { user } = renderTestimony();
  await fill(user);
  await user.click(submit());
  expect(await screen.findByText('Too long.')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('crisis: help opens without navigating, and the author is told that the testimony is saved', async () => {
  fakeApi({
    '/api/testimonies': () =>
      answer(200, { ...accepted, status: 'escalated', crisis: true, resources }),
  });
  const { user, dialogs, router } = renderTestimony();
  await fill(user);
  await user.click(submit());
  await waitFor(() => expect(dialogs.showCrisis).toHaveBeenCalledWith(resources));
  expect(router.state.location.pathname).toBe('/testimony');
  expect(screen.getByRole('status')).toHaveTextContent('Under Review');
});

/** A crisis response that says nothing was stored. */
const unkept = { ...accepted, status: null, saved: false, crisis: true, resources };

test('crisis without storage: the text stays for later', async () => {
  fakeApi({
    '/api/testimonies': () => answer(200, unkept),
  });
  const { user } = renderTestimony();
  await fill(user);
  await user.click(submit());
  const notice = await screen.findByRole('status');
  expect(notice).toHaveTextContent('has not been saved yet');
  // Next to the pressed button, not above a long form.
  expect(submit().compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(field('What happened?')).toHaveValue('I lost my work in spring.');
});

test('the thank-you page says what happens next and links home', () => {
  fakeApi({ '/api/testimonies/review-time': unreachable });
  renderScreen(<ThankYouScreen />, { path: '/thank-you' });
  expect(screen.getByRole('heading', { name: 'Thank You for Sharing' })).toBeVisible();
  expect(screen.getByText(/submitted for review/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
});

test.each([
  [1, 'within an hour'],
  [7, 'within 7 hours'],
  [22, 'within a day'],
  [60, 'within 3 days'],
])('the thank-you page shows the measured time: %d hours are %s', async (hours, words) => {
  fakeApi({ '/api/testimonies/review-time': () => answer(200, { hours }) });
  renderScreen(<ThankYouScreen />, { path: '/thank-you' });
  expect(await screen.findByText(new RegExp(words))).toBeVisible();
});

test('an unanswered testimony keeps its idempotency key across screens, and gets a new one after sign-out', async () => {
  const sent = fakeApi({ '/api/testimonies': unreachable });
  const { user, router } = renderTestimony();
  const elsewhereAndBack = async () => {
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    await act(() => router.navigate('/instant-support'));
    await act(() => router.navigate('/testimony'));
  };
  await fill(user);
  await user.click(submit());
  await elsewhereAndBack();
  await user.click(submit());
  await waitFor(() => expect(keysOf(sent)).toHaveLength(2));
  expect(keysOf(sent)[1]).toBe(keysOf(sent)[0]);

  dropAllDrafts();
  await elsewhereAndBack();
  await fill(user);
  await user.click(submit());
  await waitFor(() => expect(keysOf(sent)).toHaveLength(3));
  expect(keysOf(sent)[2]).not.toBe(keysOf(sent)[0]);
});

/** Submits a testimony, opens Help now, and receives the response there or after returning. */
async function leftUnanswered() {
  let reply = (_: Response) => {};
  const answered = new Promise<Response>((resolve) => {
    reply = resolve;
  });
  const sent = fakeApi({ '/api/testimonies': () => answered });
  const view = renderTestimony();
  await fill(view.user);
  await view.user.click(submit());
  await waitFor(() => expect(keysOf(sent)).toHaveLength(1));
  await act(() => view.router.navigate('/instant-support'));
  return { ...view, sent, reply: (late: Response) => act(async () => reply(late)) };
}

async function answeredElsewhere(late: object) {
  const view = await leftUnanswered();
  await view.reply(answer(201, late));
  return view;
}

async function backBeforeTheAnswer() {
  const view = await leftUnanswered();
  await act(() => view.router.navigate('/testimony'));
  expect(screen.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  expect(field('What happened?')).toHaveAttribute('readonly');
  return view;
}

test('returning before the response: the testimony is still pending, and thanked for on arrival', async () => {
  const { reply, sent } = await backBeforeTheAnswer();
  await reply(answer(201, accepted));
  expect(await screen.findByText('Now at /thank-you')).toBeVisible();
  expect(draft('story')).toBeUndefined();
  expect(keysOf(sent)).toHaveLength(1);
});

test('returning before a crisis response: the form is empty, and the screen says that the text is saved', async () => {
  const { reply, dialogs } = await backBeforeTheAnswer();
  await reply(answer(200, { ...accepted, status: 'escalated', crisis: true, resources }));
  expect(await screen.findByText(/Your story is saved/)).toHaveTextContent('Under Review');
  expect(dialogs.showCrisis).toHaveBeenCalledExactlyOnceWith(resources);
});

test('returning before a failure: it is shown, and a retry sends the same testimony', async () => {
  const { reply, sent, user } = await backBeforeTheAnswer();
  await reply(answer(503, { message: 'Please wait.' }));
  expect(await screen.findByText(/Your story could not be sent/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await user.click(submit());
  await waitFor(() => expect(keysOf(sent)).toHaveLength(2));
  expect(keysOf(sent)[1]).toBe(keysOf(sent)[0]);
});

test('while a testimony is pending its consent is fixed; after a failure it can be revoked', async () => {
  const { reply, sent, user } = await backBeforeTheAnswer();
  const consent = screen.getByRole('checkbox', { name: /I agree/ });
  await user.click(consent);
  expect(consent).toBeChecked();
  expect(draft('story')).toMatchObject({ consent: true });
  await reply(answer(503, { message: 'Please wait.' }));
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  await user.click(submit());
  await waitFor(() => expect(keysOf(sent)).toHaveLength(2));
  expect(keysOf(sent)[1]).toBe(keysOf(sent)[0]);
  await waitFor(() => expect(consent).toHaveAttribute('aria-disabled', 'false'));
  await user.click(consent);
  expect(draft('story')).toMatchObject({ consent: false });
  await user.click(submit());
  expect(await screen.findByText('You must agree to share your story')).toBeVisible();
  expect(keysOf(sent)).toHaveLength(2);
});

test('a response after sign-out does not touch what the next user writes', async () => {
  const { reply, router, client, user } = await leftUnanswered();
  dropAllDrafts();
  client.getMutationCache().clear();
  await act(() => router.navigate('/testimony'));
  await user.type(field('What happened?'), 'Another one.');
  await reply(answer(201, accepted));
  expect(field('What happened?')).toHaveValue('Another one.');
  expect(draft('story')).toMatchObject({ whatHappened: 'Another one.' });
});

test('a failure that arrived elsewhere is shown on return, until the text changes', async () => {
  const { reply, router, user } = await leftUnanswered();
  await reply(answer(503, { message: 'Please wait.' }));
  const back = async () => {
    await act(() => router.navigate('/instant-support'));
    await act(() => router.navigate('/testimony'));
  };
  await back();
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('Your story could not be sent');
  await user.type(field('What changed?'), ' Really.');
  expect(alert).not.toBeInTheDocument();
  await back();
  expect(field('What changed?')).toHaveValue('I can ask for help now. Really.');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a crisis response that arrived elsewhere and saved nothing opens help, and is explained on return', async () => {
  const { reply, router, user, dialogs } = await leftUnanswered();
  await reply(answer(200, unkept));
  expect(dialogs.showCrisis).toHaveBeenCalledExactlyOnceWith(resources);
  await act(() => router.navigate('/testimony'));
  const notice = screen.getByRole('status');
  expect(notice).toHaveTextContent('has not been saved yet');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(field('What changed?')).toHaveValue('I can ask for help now.');
  await user.type(field('What changed?'), ' Really.');
  expect(notice).not.toBeInTheDocument();
  await act(() => router.navigate('/instant-support'));
  await act(() => router.navigate('/testimony'));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

test.each([
  ['could not be kept', () => answer(200, unkept)],
  ['failed', () => answer(503, { message: 'Please wait.' })],
])(
  'a testimony that %s elsewhere is retried with the same key, and the failure notice disappears',
  async (_, first) => {
    const { reply, router, user, sent } = await leftUnanswered();
    await reply(first());
    await act(() => router.navigate('/testimony'));
    const again = fakeApi({ '/api/testimonies': () => answer(201, accepted) });
    await user.click(submit());
    expect(await screen.findByText('Now at /thank-you')).toBeVisible();
    expect(keysOf(again)).toEqual(keysOf(sent));
    expect(draft('story-failed')).toBeUndefined();
  },
);

test('a crisis response after sign-out opens help, and shows nothing to the next user', async () => {
  const { reply, router, client, dialogs } = await leftUnanswered();
  dropAllDrafts();
  client.getMutationCache().clear();
  await reply(answer(200, unkept));
  expect(dialogs.showCrisis).toHaveBeenCalledWith(resources);
  await act(() => router.navigate('/testimony'));
  expect(screen.queryByText(/has not been saved yet/)).not.toBeInTheDocument();
});

test('a failure after sign-out is not shown to the next user', async () => {
  const { reply, router, client } = await leftUnanswered();
  dropAllDrafts();
  client.getMutationCache().clear();
  await reply(answer(503, { message: 'Please wait.' }));
  await act(() => router.navigate('/testimony'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a late success does not navigate, and deletes the draft', async () => {
  const { router } = await answeredElsewhere(accepted);
  await waitFor(() => expect(draft('story')).toBeUndefined());
  expect(draft('story-attempt')).toBeUndefined();
  expect(router.state.location.pathname).toBe('/instant-support');
});

test('a crisis in a late response opens help on any screen', async () => {
  const { dialogs } = await answeredElsewhere({ ...accepted, crisis: true, resources });
  await waitFor(() => expect(dialogs.showCrisis).toHaveBeenCalledWith(resources));
});
