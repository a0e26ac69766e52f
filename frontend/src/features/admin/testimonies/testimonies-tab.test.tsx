import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts } from '@/lib/drafts';
import { answer, unreachable, waiting } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { testimonyFixture as testimony } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import type { StaffTestimony } from '../types';
import { TestimoniesTab } from './testimonies-tab';
import { UNDO_MS } from './use-moderation';

const open = (one: StaffTestimony) => `/admin?status=${one.status}&story=${one.id}`;
const renderTab = (at = '/admin') => renderScreen(<TestimoniesTab />, { path: '/admin', at });
const last = (sent: ReturnType<typeof fakeStaff>['sent'], path: string) =>
  [...sent].reverse().find((one) => one.path === path)?.body;
const press = (name: RegExp | string) => screen.getByRole('button', { name });

/** A screen wide enough for list and testimony side by side. */
const beWide = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));

beforeEach(dropAllDrafts);

test('loading: a skeleton until the testimonies arrive', () => {
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
])('%s: shows an error and a retry button', async (_, handler, words) => {
  fakeStaff([], { '/api/admin/testimonies': handler });
  renderTab();
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(press('Try again')).toBeVisible();
});

test('both counts: in the list and on the server', async () => {
  const testimonies = Array.from({ length: 23 }, (_, number) => testimony(number + 1));
  fakeStaff(testimonies);
  const { user } = renderTab();
  expect(await screen.findByText('Pending · 20 shown of 23')).toBeVisible();
  await user.click(press('Show more'));
  expect(await screen.findByText('Pending · 23 shown of 23')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('the filter shows another status', async () => {
  fakeStaff([
    testimony(1),
    testimony(2, { status: 'escalated', crisisSeverity: 4, crisisCategory: 'suicide_plan' }),
  ]);
  const { user } = renderTab();
  await screen.findByText('…00000001');
  await user.click(screen.getByRole('radio', { name: 'Escalated' }));
  expect(await screen.findByText('…00000002')).toBeVisible();
  expect(screen.getByText('Plan or emergency: a plan for suicide')).toBeVisible();
  expect(screen.queryByText('…00000001')).not.toBeInTheDocument();
});

test('a testimony on a narrow screen: named placeholders and a back link', async () => {
  fakeStaff([testimony(1)]);
  const { user } = renderTab();
  await user.click(await screen.findByRole('button', { name: /00000001/ }));
  const heading = await screen.findByRole('heading', { name: /Story …00000001/ });
  expect(heading).toHaveFocus();
  const marks = screen.getAllByText('hidden', { exact: false, selector: 'mark span' });
  expect(marks[0]?.parentElement).toHaveTextContent('hidden [name 1]');
  expect(await screen.findByText('reopened the story', { exact: false })).toBeVisible();
  expect(screen.getByText('Read too fast.')).toBeVisible();
  await user.click(press('All stories'));
  expect(screen.getByText('Pending · 1 shown of 1')).toBeVisible();
});

test('in preparation: no text and no actions', async () => {
  const one = testimony(1, { isPrepared: false, redactedText: null, piiRiskLevel: null });
  fakeStaff([one]);
  renderTab(open(one));
  expect(await screen.findByText(/names and places are being taken out/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
});

test('only pending testimonies can be approved, rejected or escalated', async () => {
  const one = testimony(1, { status: 'approved' });
  fakeStaff([one]);
  renderTab(open(one));
  expect(await screen.findByRole('button', { name: 'Reopen' })).toBeVisible();
  for (const name of [/^Approve/, /^Reject/, /^Escalate/])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('approve: the next testimony opens, and the action can be undone', async () => {
  const { sent } = fakeStaff([testimony(1), testimony(2)]);
  const { user } = renderTab(open(testimony(1)));
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const next = await screen.findByRole('heading', { name: /Story …00000002/ });
  await waitFor(() => expect(next).toHaveFocus());
  expect(screen.getByText('Story 00000001 is approved.')).toBeInTheDocument();
  expect(last(sent, '/api/admin/moderate')).toMatchObject({
    testimonyId: testimony(1).id,
    action: 'approve',
    version: 0,
  });
  await user.click(press('Undo'));
  expect(await screen.findByRole('heading', { name: /Story …00000001/ })).toBeVisible();
  expect(last(sent, '/api/admin/moderate')).toEqual({
    testimonyId: testimony(1).id,
    action: 'undo',
  });
});

test('a testimony inserted before the open one leaves it on screen', async () => {
  beWide();
  const testimonies = [testimony(1), testimony(2)];
  const { sent } = fakeStaff(testimonies);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  testimonies.unshift(testimony(3, { crisisSeverity: 3, crisisCategory: 'self_harm' }));
  await user.click(press('Look again'));
  await screen.findByText('…00000003');
  expect(screen.getByRole('heading', { name: /Story …00000001/ })).toBeVisible();
  await user.keyboard('a');
  await screen.findByText('Story 00000001 is approved.');
  expect(last(sent, '/api/admin/moderate')).toMatchObject({ testimonyId: testimony(1).id });
});

test('after the last testimony is decided, the first one of another status can open', async () => {
  beWide();
  fakeStaff([testimony(1), testimony(2, { status: 'escalated' })]);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  await user.keyboard('a');
  expect(await screen.findByText('No story is waiting. Well done.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  await user.click(screen.getByRole('radio', { name: 'Escalated' }));
  expect(await screen.findByRole('heading', { name: /Story …00000002/ })).toBeVisible();
});

/** Approves the first of three testimonies and opens the third before the response arrives. */
async function goOnBeforeTheAnswer(reply: () => Response) {
  beWide();
  let come = () => {};
  const testimonies = [testimony(1), testimony(2), testimony(3)];
  fakeStaff(testimonies, {
    '/api/admin/moderate': () =>
      new Promise((resolve) => {
        come = () => resolve(reply());
      }),
  });
  const { user, router } = renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  await user.keyboard('a');
  await user.click(press(/00000003/));
  await screen.findByRole('heading', { name: /Story …00000003/ });
  come();
  return router;
}

test('staff who have opened another testimony stay there when an action completes', async () => {
  const router = await goOnBeforeTheAnswer(() => answer(200, testimony(1, { status: 'approved' })));
  await screen.findByText('Story 00000001 is approved.');
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /00000001/ })).not.toBeInTheDocument(),
  );
  // The URL changes before the screen does.
  expect(router.state.location.search).toContain(testimony(3).id);
  expect(screen.getByRole('heading', { name: /Story …00000003/ })).toBeVisible();
});

test('staff who have opened another testimony are told which one somebody else decided first', async () => {
  await goOnBeforeTheAnswer(() =>
    answer(409, { code: 'INVALID_TRANSITION', message: 'x', moved: { status: 'rejected' } }),
  );
  const alert = await screen.findByRole('alertdialog', { name: 'Failed to moderate testimony' });
  expect(alert).toHaveTextContent('Story …00000001: This story has already been rejected.');
  expect(screen.getByRole('heading', { name: /Story …00000003/ })).toBeVisible();
});

/** Deletes the first of three testimonies for its author, and opens the third before the response arrives. */
async function goOnBeforeTheDeletion(reply: () => Response) {
  beWide();
  let come = () => {};
  fakeStaff([testimony(1), testimony(2), testimony(3)], {
    [`/api/admin/testimonies/${testimony(1).id}`]: ({ method }) =>
      method === 'DELETE'
        ? new Promise((resolve) => {
            come = () => resolve(reply());
          })
        : answer(200, { story: testimony(1), timeline: [], flood: [] }),
  });
  const { user, router } = renderTab();
  await user.click(await screen.findByRole('button', { name: 'Delete for its author' }));
  await user.click(press('Delete story'));
  expect(press('Deleting…')).toHaveAttribute('aria-disabled', 'true');
  await user.click(press(/00000003/));
  await screen.findByRole('heading', { name: /Story …00000003/ });
  await act(async () => come());
  return router;
}

test('staff who have opened another testimony stay there when one is deleted', async () => {
  const router = await goOnBeforeTheDeletion(() => new Response(null, { status: 204 }));
  await screen.findByText('Story 00000001 is deleted.');
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /00000001/ })).not.toBeInTheDocument(),
  );
  expect(router.state.location.search).toContain(testimony(3).id);
  expect(screen.getByRole('heading', { name: /Story …00000003/ })).toBeVisible();
});

test('staff who have opened another testimony are told which one could not be deleted', async () => {
  await goOnBeforeTheDeletion(() => answer(503, { message: 'Please wait.' }));
  const alert = await screen.findByRole('alertdialog', { name: 'The story could not be deleted' });
  expect(alert).toHaveTextContent('Story …00000001: Please wait.');
  expect(screen.getByRole('heading', { name: /Story …00000003/ })).toBeVisible();
});

test('undo disappears after ten seconds', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  fakeStaff([testimony(1), testimony(2)]);
  const { user } = renderTab(open(testimony(1)));
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  const [whenOver] = timers.mock.calls.find(([, delay]) => delay === UNDO_MS) ?? [];
  act(() => whenOver?.());
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('high risk: the text must be confirmed as checked first', async () => {
  const one = testimony(1, { piiRiskLevel: 'high' });
  const { sent } = fakeStaff([one]);
  const { user } = renderTab(open(one));
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const box = screen.getByRole('checkbox', { name: 'I have checked the text' });
  expect(box).toHaveFocus();
  expect(screen.getByRole('alert')).toHaveTextContent('check the box');
  expect(last(sent, '/api/admin/moderate')).toBeUndefined();
  await user.click(box);
  await user.click(press('Approve'));
  await waitFor(() => expect(last(sent, '/api/admin/moderate')).toMatchObject({ checked: true }));
});

test('reject: a reason is required, and closing without one cancels', async () => {
  const { sent } = fakeStaff([testimony(1)]);
  const { user } = renderTab(open(testimony(1)));
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

test('reopen: requires a reason, and explains the effect on readers', async () => {
  const one = testimony(1, { status: 'approved' });
  const { sent } = fakeStaff([one]);
  const { user } = renderTab(open(one));
  await user.click(await screen.findByRole('button', { name: 'Reopen' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Readers will no longer see it.');
  await user.type(screen.getByLabelText('Reason'), 'It names a village.');
  await user.click(press('Reopen story'));
  await waitFor(() =>
    expect(last(sent, '/api/admin/moderate')).toMatchObject({
      action: 'reopen',
      notes: 'It names a village.',
    }),
  );
});

test('a reported testimony can be kept', async () => {
  const one = testimony(1, { status: 'approved', reports: 2, reportedAt: '2026-11-20T14:00:00Z' });
  const { sent } = fakeStaff([one]);
  const { user } = renderTab(open(one));
  expect((await screen.findAllByText('2 reports'))[0]).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Keep it published' }));
  await waitFor(() => expect(last(sent, '/api/admin/moderate')).toMatchObject({ action: 'keep' }));
});

test('conflict: shows who was first and when, and the current testimony', async () => {
  const one = testimony(1);
  fakeStaff([one, testimony(2)], {
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
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Daniel already rejected this story on Nov 20, 2026');
  expect(alert).toHaveTextContent('3:04');
  expect(await screen.findByRole('button', { name: 'Reopen' })).toBeVisible();
  expect(screen.getByRole('heading', { name: /Story …00000001/ })).toBeVisible();
});

test.each([
  ['the server fails', () => answer(500, { message: 'Something went wrong on our side.' })],
  ['the network is gone', unreachable],
])('an action fails because %s: an alert, and the testimony stays', async (_, moderate) => {
  fakeStaff([testimony(1)], { '/api/admin/moderate': moderate });
  const { user } = renderTab(open(testimony(1)));
  await user.click(await screen.findByRole('button', { name: /^Escalate/ }));
  expect(
    await screen.findByRole('alertdialog', { name: 'Failed to moderate testimony' }),
  ).toBeVisible();
  await user.click(press('OK'));
  expect(screen.getByRole('heading', { name: /Story …00000001/ })).toBeVisible();
});
