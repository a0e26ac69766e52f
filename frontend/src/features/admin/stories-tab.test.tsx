import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts } from '@/lib/drafts';
import { answer, unreachable, waiting } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { madeUpStory as story } from '@/testing/made-up';
import { renderScreen } from '@/testing/render-screen';
import { StoriesTab } from './stories-tab';
import type { StaffStory } from './types';
import { UNDO_MS } from './use-moderation';

const open = (one: StaffStory) => `/admin?status=${one.status}&story=${one.id}`;
const renderTab = (at = '/admin') => renderScreen(<StoriesTab />, { path: '/admin', at });
const last = (sent: ReturnType<typeof fakeStaff>['sent'], path: string) =>
  sent.findLast((one) => one.path === path)?.body;
const press = (name: RegExp | string) => screen.getByRole('button', { name });

/** A screen on which the list and the story stand side by side. */
const beWide = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));

beforeEach(dropAllDrafts);

test('loading: an outline until the stories are there', () => {
  fakeStaff([], { '/api/admin/testimonies': waiting });
  renderTab();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
});

test('empty: says that nothing waits', async () => {
  fakeStaff([]);
  renderTab();
  expect(await screen.findByText('No story is waiting. Well done.')).toBeVisible();
});

test.each([
  ['error', () => answer(500, { message: 'Something went wrong on our side.' }), 'went wrong'],
  ['offline', unreachable, 'could not be reached'],
])('%s: says so beside another try', async (_, handler, words) => {
  fakeStaff([], { '/api/admin/testimonies': handler });
  renderTab();
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(press('Try again')).toBeVisible();
});

test('both counts: those in the list and those on the server', async () => {
  const stories = Array.from({ length: 23 }, (_, number) => story(number + 1));
  fakeStaff(stories);
  const { user } = renderTab();
  expect(await screen.findByText('Pending · 20 shown of 23')).toBeVisible();
  await user.click(press('Show more'));
  expect(await screen.findByText('Pending · 23 shown of 23')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('the filter shows another status', async () => {
  fakeStaff([
    story(1),
    story(2, { status: 'escalated', crisisSeverity: 4, crisisCategory: 'suicide_plan' }),
  ]);
  const { user } = renderTab();
  await screen.findByText('…00000001');
  await user.click(screen.getByRole('radio', { name: 'Escalated' }));
  expect(await screen.findByText('…00000002')).toBeVisible();
  expect(screen.getByText('Plan or emergency: a plan for suicide')).toBeVisible();
  expect(screen.queryByText('…00000001')).not.toBeInTheDocument();
});

test('a story on a narrow screen: placeholders by name, and the way back', async () => {
  fakeStaff([story(1)]);
  const { user } = renderTab();
  await user.click(await screen.findByRole('button', { name: /00000001/ }));
  const heading = await screen.findByRole('heading', { name: 'Story …00000001' });
  expect(heading).toHaveFocus();
  const marks = screen.getAllByText('hidden', { exact: false, selector: 'mark span' });
  expect(marks[0]?.parentElement).toHaveTextContent('hidden [name 1]');
  expect(await screen.findByText('reopened the story', { exact: false })).toBeVisible();
  expect(screen.getByText('Read too fast.')).toBeVisible();
  await user.click(press('All stories'));
  expect(screen.getByText('Pending · 1 shown of 1')).toBeVisible();
});

test('being prepared: no text and no actions', async () => {
  const one = story(1, { isPrepared: false, redactedText: null, piiRiskLevel: null });
  fakeStaff([one]);
  renderTab(open(one));
  expect(await screen.findByText(/names and places are being taken out/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
});

test('only pending stories can be approved, rejected or escalated', async () => {
  const one = story(1, { status: 'approved' });
  fakeStaff([one]);
  renderTab(open(one));
  expect(await screen.findByRole('button', { name: 'Reopen' })).toBeVisible();
  for (const name of [/^Approve/, /^Reject/, /^Escalate/])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('approve: the next story comes, and the step can be taken back', async () => {
  const { sent } = fakeStaff([story(1), story(2)]);
  const { user } = renderTab(open(story(1)));
  await user.click(await screen.findByRole('button', { name: /^Approve/ }));
  const next = await screen.findByRole('heading', { name: 'Story …00000002' });
  await waitFor(() => expect(next).toHaveFocus());
  expect(screen.getByText('Story 00000001 is approved.')).toBeInTheDocument();
  expect(last(sent, '/api/admin/moderate')).toMatchObject({
    testimonyId: story(1).id,
    action: 'approve',
    version: 0,
  });
  await user.click(press('Undo'));
  expect(await screen.findByRole('heading', { name: 'Story …00000001' })).toBeVisible();
  expect(last(sent, '/api/admin/moderate')).toEqual({ testimonyId: story(1).id, action: 'undo' });
});

test('a story that comes before the shown one leaves it on screen', async () => {
  beWide();
  const stories = [story(1), story(2)];
  const { sent } = fakeStaff(stories);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: 'Story …00000001' });
  stories.unshift(story(3, { crisisSeverity: 3, crisisCategory: 'self_harm' }));
  await user.click(press('Look again'));
  await screen.findByText('…00000003');
  expect(screen.getByRole('heading', { name: 'Story …00000001' })).toBeVisible();
  await user.keyboard('a');
  await screen.findByText('Story 00000001 is approved.');
  expect(last(sent, '/api/admin/moderate')).toMatchObject({ testimonyId: story(1).id });
});

test('the last story settled makes room for the first one of another status', async () => {
  beWide();
  fakeStaff([story(1), story(2, { status: 'escalated' })]);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: 'Story …00000001' });
  await user.keyboard('a');
  expect(await screen.findByText('No story is waiting. Well done.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  await user.click(screen.getByRole('radio', { name: 'Escalated' }));
  expect(await screen.findByRole('heading', { name: 'Story …00000002' })).toBeVisible();
});

/** Approves the first of three stories and opens the third before the answer comes. */
async function goOnBeforeTheAnswer(reply: () => Response) {
  beWide();
  let come = () => {};
  const stories = [story(1), story(2), story(3)];
  fakeStaff(stories, {
    '/api/admin/moderate': () =>
      new Promise((resolve) => {
        come = () => resolve(reply());
      }),
  });
  const { user, router } = renderTab();
  await screen.findByRole('heading', { name: 'Story …00000001' });
  await user.keyboard('a');
  await user.click(press(/00000003/));
  await screen.findByRole('heading', { name: 'Story …00000003' });
  come();
  return router;
}

test('whoever has gone on to another story stays there when a step is done', async () => {
  const router = await goOnBeforeTheAnswer(() => answer(200, story(1, { status: 'approved' })));
  await screen.findByText('Story 00000001 is approved.');
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /00000001/ })).not.toBeInTheDocument(),
  );
  // The address is ahead of the screen.
  expect(router.state.location.search).toContain(story(3).id);
  expect(screen.getByRole('heading', { name: 'Story …00000003' })).toBeVisible();
});

test('whoever has gone on is told which story somebody else had settled', async () => {
  await goOnBeforeTheAnswer(() =>
    answer(409, { code: 'INVALID_TRANSITION', message: 'x', moved: { status: 'rejected' } }),
  );
  const alert = await screen.findByRole('alertdialog', { name: 'Failed to moderate testimony' });
  expect(alert).toHaveTextContent('Story …00000001: This story is rejected already.');
  expect(screen.getByRole('heading', { name: 'Story …00000003' })).toBeVisible();
});

/** Deletes the first of three stories for its author, and opens the third before the answer comes. */
async function goOnBeforeTheDeletion(reply: () => Response) {
  beWide();
  let come = () => {};
  fakeStaff([story(1), story(2), story(3)], {
    [`/api/admin/testimonies/${story(1).id}`]: ({ method }) =>
      method === 'DELETE'
        ? new Promise((resolve) => {
            come = () => resolve(reply());
          })
        : answer(200, { story: story(1), timeline: [] }),
  });
  const { user, router } = renderTab();
  await user.click(await screen.findByRole('button', { name: 'Delete for its author' }));
  await user.click(press('Delete story'));
  expect(press('Deleting…')).toHaveAttribute('aria-disabled', 'true');
  await user.click(press(/00000003/));
  await screen.findByRole('heading', { name: 'Story …00000003' });
  await act(async () => come());
  return router;
}

test('whoever has gone on to another story stays there when one is deleted', async () => {
  const router = await goOnBeforeTheDeletion(() => new Response(null, { status: 204 }));
  await screen.findByText('Story 00000001 is deleted.');
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /00000001/ })).not.toBeInTheDocument(),
  );
  expect(router.state.location.search).toContain(story(3).id);
  expect(screen.getByRole('heading', { name: 'Story …00000003' })).toBeVisible();
});

test('whoever has gone on is told which story could not be deleted', async () => {
  await goOnBeforeTheDeletion(() => answer(503, { message: 'Please wait.' }));
  const alert = await screen.findByRole('alertdialog', { name: 'The story could not be deleted' });
  expect(alert).toHaveTextContent('Story …00000001: Please wait.');
  expect(screen.getByRole('heading', { name: 'Story …00000003' })).toBeVisible();
});

test('undo goes after ten seconds', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  fakeStaff([story(1), story(2)]);
  const { user } = renderTab(open(story(1)));
  await user.click(await screen.findByRole('button', { name: /^Approve/ }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  const [whenOver] = timers.mock.calls.find(([, delay]) => delay === UNDO_MS) ?? [];
  act(() => whenOver?.());
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('high risk: the text must be checked first', async () => {
  const one = story(1, { piiRiskLevel: 'high' });
  const { sent } = fakeStaff([one]);
  const { user } = renderTab(open(one));
  await user.click(await screen.findByRole('button', { name: /^Approve/ }));
  const box = screen.getByRole('checkbox', { name: 'I have checked the text' });
  expect(box).toHaveFocus();
  expect(screen.getByRole('alert')).toHaveTextContent('tick the box');
  expect(last(sent, '/api/admin/moderate')).toBeUndefined();
  await user.click(box);
  await user.click(press(/^Approve/));
  await waitFor(() => expect(last(sent, '/api/admin/moderate')).toMatchObject({ checked: true }));
});

test('reject: a reason is needed, and an empty one cancels', async () => {
  const { sent } = fakeStaff([story(1)]);
  const { user } = renderTab(open(story(1)));
  await user.click(await screen.findByRole('button', { name: /^Reject/ }));
  await user.click(press('Reject story'));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(last(sent, '/api/admin/moderate')).toBeUndefined();

  await user.click(press(/^Reject/));
  await user.click(press('About somebody else'));
  await user.type(screen.getByLabelText('Reason'), ' Bless you.');
  await user.click(press('Reject story'));
  await waitFor(() =>
    expect(last(sent, '/api/admin/moderate')).toMatchObject({
      action: 'reject',
      notes: expect.stringMatching(/^Thank you for writing\..* Bless you\.$/),
    }),
  );
});

test('reopen: asks why, and says what readers will notice', async () => {
  const one = story(1, { status: 'approved' });
  const { sent } = fakeStaff([one]);
  const { user } = renderTab(open(one));
  await user.click(await screen.findByRole('button', { name: 'Reopen' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Readers will not see it any more.');
  await user.type(screen.getByLabelText('Reason'), 'It names a village.');
  await user.click(press('Reopen story'));
  await waitFor(() =>
    expect(last(sent, '/api/admin/moderate')).toMatchObject({
      action: 'reopen',
      notes: 'It names a village.',
    }),
  );
});

test('a reported story can be kept', async () => {
  const one = story(1, { status: 'approved', reports: 2, reportedAt: '2026-11-20T14:00:00Z' });
  const { sent } = fakeStaff([one]);
  const { user } = renderTab(open(one));
  expect((await screen.findAllByText('2 reports'))[0]).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Keep it published' }));
  await waitFor(() => expect(last(sent, '/api/admin/moderate')).toMatchObject({ action: 'keep' }));
});

test('somebody else was first: who and when, and the story as it is now', async () => {
  const one = story(1);
  fakeStaff([one, story(2)], {
    '/api/admin/moderate': () => {
      one.status = 'rejected';
      return answer(409, {
        code: 'INVALID_TRANSITION',
        message: 'x',
        moved: { status: 'rejected', by: 'Daniel', at: '2026-11-20T15:04:00Z' },
      });
    },
  });
  const { user } = renderTab(open(one));
  await user.click(await screen.findByRole('button', { name: /^Approve/ }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Daniel has rejected this story already, on Nov 20, 2026');
  expect(alert).toHaveTextContent('3:04');
  expect(await screen.findByRole('button', { name: 'Reopen' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Story …00000001' })).toBeVisible();
});

test.each([
  ['the server fails', () => answer(500, { message: 'Something went wrong on our side.' })],
  ['the network is gone', unreachable],
])('a step fails because %s: the alert, and the story stays', async (_, moderate) => {
  fakeStaff([story(1)], { '/api/admin/moderate': moderate });
  const { user } = renderTab(open(story(1)));
  await user.click(await screen.findByRole('button', { name: /^Escalate/ }));
  expect(
    await screen.findByRole('alertdialog', { name: 'Failed to moderate testimony' }),
  ).toBeVisible();
  await user.click(press('OK'));
  expect(screen.getByRole('heading', { name: 'Story …00000001' })).toBeVisible();
});

test('keys: J and K choose, ? explains', async () => {
  beWide();
  fakeStaff([story(1), story(2)]);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: 'Story …00000001' });
  await user.keyboard('j');
  expect(await screen.findByRole('heading', { name: 'Story …00000002' })).toHaveFocus();
  await user.keyboard('k');
  expect(await screen.findByRole('heading', { name: 'Story …00000001' })).toHaveFocus();
  await user.keyboard('?');
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('keys: A approves, Z takes back, E escalates', async () => {
  beWide();
  const { sent } = fakeStaff([story(1), story(2)]);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: 'Story …00000001' });
  await user.keyboard('a');
  await screen.findByText('Story 00000001 is approved.');
  await user.keyboard('z');
  await screen.findByText('Story 00000001 is back as it was.');
  await screen.findByRole('heading', { name: 'Story …00000001' });
  await waitFor(() => expect(press(/^Escalate/)).toHaveAttribute('aria-disabled', 'false'));
  await user.keyboard('e');
  await screen.findByText('Story 00000001 is escalated.');
  const steps = sent.filter(({ path }) => path === '/api/admin/moderate');
  expect(steps.map(({ body }) => (body as { action: string }).action)).toEqual([
    'approve',
    'undo',
    'escalate',
  ]);
});

test('keys: R asks for the reason, in which letters are letters', async () => {
  beWide();
  const { sent } = fakeStaff([story(1)]);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: 'Story …00000001' });
  await user.keyboard('r');
  await user.type(screen.getByLabelText('Reason'), 'aez');
  expect(screen.getByLabelText('Reason')).toHaveValue('aez');
  expect(last(sent, '/api/admin/moderate')).toBeUndefined();
});

test('keys can be switched off, and stay off', async () => {
  beWide();
  const { sent } = fakeStaff([story(1), story(2)]);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: 'Story …00000001' });
  await user.click(press('Shortcuts'));
  await user.click(screen.getByRole('checkbox', { name: 'Use these keys on this device' }));
  await user.click(press('Close'));
  await user.keyboard('aj?');
  expect(last(sent, '/api/admin/moderate')).toBeUndefined();
  expect(screen.getByRole('heading', { name: 'Story …00000001' })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(localStorage.getItem('stillwater:staff-shortcuts')).toBe('off');
});
