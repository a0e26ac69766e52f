import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { draft, dropAllDrafts } from '@/lib/drafts';
import { answer, fakeApi, resources, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { TestimonyScreen } from './testimony-screen';
import { ThankYouScreen } from './thank-you-screen';

beforeEach(dropAllDrafts);

const renderStory = () => renderScreen(<TestimonyScreen />, { path: '/testimony' });
const field = (name: string) => screen.getByRole('textbox', { name });
const submit = () => screen.getByRole('button', { name: 'Submit Story for Review' });
const accepted = { id: 'a1', status: 'pending', saved: true, crisis: false, resources: null };

async function fill(user: ReturnType<typeof renderStory>['user']) {
  await user.type(field('What happened?'), 'I lost my work in spring.');
  await user.type(field('What helped you?'), 'A neighbour who cooked.');
  await user.type(field('What changed?'), 'I can ask for help now.');
  await user.click(screen.getByRole('checkbox'));
}

test('empty: each field says what it needs, focus goes to the first, and typing clears it', async () => {
  fakeApi();
  const { user } = renderStory();
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

test('nine letters and blanks around them are too few', async () => {
  fakeApi();
  const { user } = renderStory();
  await user.type(field('What happened?'), '   too short   ');
  await user.clear(field('What happened?'));
  await user.type(field('What happened?'), '   nine char   ');
  await user.click(submit());
  expect(await screen.findByText('Please provide more detail about what happened')).toBeVisible();
});

test('loading: the button waits', async () => {
  fakeApi({ '/api/testimonies': waiting });
  const { user } = renderStory();
  await fill(user);
  await user.click(submit());
  expect(await screen.findByRole('button', { name: 'Submitting...' })).toBeDisabled();
});

test('success: the story is sent once, with an empty topic and a key, and thanked for', async () => {
  const sent = fakeApi({ '/api/testimonies': () => answer(201, accepted) });
  const { user } = renderStory();
  await fill(user);
  await user.click(submit());
  expect(await screen.findByText('Now at /thank-you')).toBeVisible();
  const [story] = sent.filter(({ path }) => path === '/api/testimonies');
  expect(story?.body).toEqual({
    whatHappened: 'I lost my work in spring.',
    whatHelped: 'A neighbour who cooked.',
    whatChanged: 'I can ask for help now.',
    alsoHide: [],
    consent: true,
    topicId: '',
  });
  expect(story?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
});

test('error: the specified alert, nothing lost, and the same key for the same words', async () => {
  const sent = fakeApi({ '/api/testimonies': unreachable });
  const { user } = renderStory();
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

test('danger in a story that could not be sent: the numbers, and nothing opens over them', async () => {
  fakeApi({ '/api/testimonies': unreachable });
  const { user, dialogs } = renderStory();
  await fill(user);
  await user.type(field('What changed?'), ' I want to end my life.');
  await user.click(submit());
  expect(await screen.findByText(/Your story could not be sent/)).toBeVisible();
  expect(dialogs.showBundledHelp).toHaveBeenCalledExactlyOnceWith('suicide_ideation');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

const keysOf = (sent: ReturnType<typeof fakeApi>) =>
  sent
    .filter(({ path }) => path === '/api/testimonies')
    .map(({ headers }) => headers.get('Idempotency-Key'));

test('a field which the server refuses says so beside it', async () => {
  fakeApi({
    '/api/testimonies': () =>
      answer(422, {
        code: 'INVALID_FIELDS',
        message: 'Check.',
        fields: { whatHelped: 'Too long.' },
      }),
  });
  const { user } = renderStory();
  await fill(user);
  await user.click(submit());
  expect(await screen.findByText('Too long.')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('crisis: help opens, nobody is sent away, and the author learns that the story is kept', async () => {
  fakeApi({
    '/api/testimonies': () =>
      answer(200, { ...accepted, status: 'escalated', crisis: true, resources }),
  });
  const { user, dialogs, router } = renderStory();
  await fill(user);
  await user.click(submit());
  await waitFor(() => expect(dialogs.showCrisis).toHaveBeenCalledWith(resources));
  expect(router.state.location.pathname).toBe('/testimony');
  expect(screen.getByRole('status')).toHaveTextContent('Under Review');
});

/** The answer to danger while nothing can be stored. */
const unkept = { ...accepted, status: null, saved: false, crisis: true, resources };

test('crisis without storage: the words stay for later', async () => {
  fakeApi({
    '/api/testimonies': () => answer(200, unkept),
  });
  const { user } = renderStory();
  await fill(user);
  await user.click(submit());
  const notice = await screen.findByRole('status');
  expect(notice).toHaveTextContent('has not been kept yet');
  // Beside the button that was pressed, not a long form above it.
  expect(submit().compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(field('What happened?')).toHaveValue('I lost my work in spring.');
});

test('the thank-you page says what happens next and leads home', () => {
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
])('the thank-you page tells the measured time: %d hours are %s', async (hours, words) => {
  fakeApi({ '/api/testimonies/review-time': () => answer(200, { hours }) });
  renderScreen(<ThankYouScreen />, { path: '/thank-you' });
  expect(await screen.findByText(new RegExp(words))).toBeVisible();
});

test('an unanswered story is the same one after a visit elsewhere, and another one after signing out', async () => {
  const sent = fakeApi({ '/api/testimonies': unreachable });
  const { user, router } = renderStory();
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

/** Hands a story in, goes to Help now, and gets the answer there, or after coming back. */
async function leftUnanswered() {
  let reply = (_: Response) => {};
  const answered = new Promise<Response>((resolve) => {
    reply = resolve;
  });
  const sent = fakeApi({ '/api/testimonies': () => answered });
  const view = renderStory();
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

test('back before the answer the story is still on its way, and thanked for when it comes', async () => {
  const { reply, sent } = await backBeforeTheAnswer();
  await reply(answer(201, accepted));
  expect(await screen.findByText('Now at /thank-you')).toBeVisible();
  expect(draft('story')).toBeUndefined();
  expect(keysOf(sent)).toHaveLength(1);
});

test('back before an answer that tells of danger: the words are gone, and it says that they are kept', async () => {
  const { reply, dialogs } = await backBeforeTheAnswer();
  await reply(answer(200, { ...accepted, status: 'escalated', crisis: true, resources }));
  expect(await screen.findByText(/Your story is kept/)).toHaveTextContent('Under Review');
  expect(dialogs.showCrisis).toHaveBeenCalledExactlyOnceWith(resources);
});

test('back before a failure: it is said there, and the same story is sent again', async () => {
  const { reply, sent, user } = await backBeforeTheAnswer();
  await reply(answer(503, { message: 'Please wait.' }));
  expect(await screen.findByText(/Your story could not be sent/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await user.click(submit());
  await waitFor(() => expect(keysOf(sent)).toHaveLength(2));
  expect(keysOf(sent)[1]).toBe(keysOf(sent)[0]);
});

test('while a story is on its way its consent stays, and can be taken back after a failure', async () => {
  const { reply, sent, user } = await backBeforeTheAnswer();
  const consent = screen.getByRole('checkbox');
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

test('an answer to somebody who has signed out meanwhile touches nothing that another one writes', async () => {
  const { reply, router, client, user } = await leftUnanswered();
  dropAllDrafts();
  client.getMutationCache().clear();
  await act(() => router.navigate('/testimony'));
  await user.type(field('What happened?'), 'Another one.');
  await reply(answer(201, accepted));
  expect(field('What happened?')).toHaveValue('Another one.');
  expect(draft('story')).toMatchObject({ whatHappened: 'Another one.' });
});

test('a failure that came elsewhere is told on coming back, until the words change', async () => {
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

test('danger in an answer that came elsewhere and kept nothing: help opens, and it is told on coming back', async () => {
  const { reply, router, user, dialogs } = await leftUnanswered();
  await reply(answer(200, unkept));
  expect(dialogs.showCrisis).toHaveBeenCalledExactlyOnceWith(resources);
  await act(() => router.navigate('/testimony'));
  const notice = screen.getByRole('status');
  expect(notice).toHaveTextContent('has not been kept yet');
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
  'a story that %s elsewhere, sent again, is the same one, and nothing of it is told any more',
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

test('danger in an answer to somebody who was forgotten: help opens, and nothing is told to the next', async () => {
  const { reply, router, client, dialogs } = await leftUnanswered();
  dropAllDrafts();
  client.getMutationCache().clear();
  await reply(answer(200, unkept));
  expect(dialogs.showCrisis).toHaveBeenCalledWith(resources);
  await act(() => router.navigate('/testimony'));
  expect(screen.queryByText(/has not been kept yet/)).not.toBeInTheDocument();
});

test('a failure that comes to somebody who was forgotten is not told to the next', async () => {
  const { reply, router, client } = await leftUnanswered();
  dropAllDrafts();
  client.getMutationCache().clear();
  await reply(answer(503, { message: 'Please wait.' }));
  await act(() => router.navigate('/testimony'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('thanks that come late leave somebody where they are, and nothing of the story stays', async () => {
  const { router } = await answeredElsewhere(accepted);
  await waitFor(() => expect(draft('story')).toBeUndefined());
  expect(draft('story-attempt')).toBeUndefined();
  expect(router.state.location.pathname).toBe('/instant-support');
});

test('crisis in an answer that comes late: help opens wherever somebody is', async () => {
  const { dialogs } = await answeredElsewhere({ ...accepted, crisis: true, resources });
  await waitFor(() => expect(dialogs.showCrisis).toHaveBeenCalledWith(resources));
});
