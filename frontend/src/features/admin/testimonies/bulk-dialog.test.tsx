/** Bulk approval from the list of testimonies. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { testimonyFixture as testimony } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import { TestimoniesTab } from './testimonies-tab';
import { UNDO_MS } from './use-moderation';

const renderTab = () => renderScreen(<TestimoniesTab />, { path: '/admin', at: '/admin' });
const idsOf = (body: unknown) =>
  (body as { stories: { id: string; version: number }[] }).stories.map(({ id }) => id);
const press = (name: string) => screen.getByRole('button', { name });

test('bulk approval takes low-risk testimonies in batches and shows each result', async () => {
  const testimonies = [
    ...Array.from({ length: 7 }, (_, number) => testimony(number + 1)),
    testimony(8, { piiRiskLevel: 'high' }),
    testimony(9, { crisisSeverity: 2, crisisCategory: 'self_harm' }),
    // Reported and then reopened.
    testimony(10, { reports: 1 }),
  ];
  const calls: string[][] = [];
  const timers = vi.spyOn(globalThis, 'setTimeout');
  fakeStaff(testimonies, {
    '/api/admin/testimonies/approve': ({ body }) => {
      const ids = idsOf(body);
      calls.push(ids);
      return answer(200, {
        results: ids.map((id) => ({
          id,
          outcome: id === testimony(2).id ? 'not_pending' : 'approved',
        })),
      });
    },
  });
  const { user } = renderTab();
  await user.click(await screen.findByRole('button', { name: 'Approve several' }));
  expect(screen.getAllByRole('checkbox')).toHaveLength(7);
  await user.click(press('Choose all low-risk stories (7)'));
  await user.click(press('Approve 7 stories'));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Approve 7 stories?' }));
  await user.click(dialog.getByRole('button', { name: 'Approve 7' }));
  expect(await dialog.findByText('7 of 7 done, 6 approved.')).toBeVisible();
  expect(dialog.getByText('Skipped: it is no longer pending')).toBeVisible();
  expect(calls.map((ids) => ids.length)).toEqual([5, 2]);
  expect(dialog.getByRole('button', { name: 'Undo all' })).toBeVisible();
  const [whenOver] = timers.mock.calls.find(([, delay]) => delay === UNDO_MS) ?? [];
  act(() => whenOver?.());
  expect(dialog.queryByRole('button', { name: 'Undo all' })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  // What was decided has left the list; the other three need to be read one by one.
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3));
  expect(screen.queryByRole('button', { name: 'Approve several' })).not.toBeInTheDocument();
});

test('bulk approvals are undone one by one', async () => {
  const testimonies = [testimony(1), testimony(2), testimony(3)];
  const { sent } = fakeStaff(testimonies, {
    '/api/admin/testimonies/approve': ({ body }) => {
      const ids = idsOf(body);
      return answer(200, {
        results: ids.map((id) => ({
          id,
          outcome: id === testimony(2).id ? 'needs_a_look' : 'approved',
        })),
      });
    },
    '/api/admin/moderate': ({ body }) =>
      (body as { testimonyId: string }).testimonyId === testimony(3).id
        ? answer(409, { code: 'INVALID_TRANSITION', message: 'x' })
        : answer(200, testimony(1)),
  });
  const { user } = renderTab();
  await user.click(await screen.findByRole('button', { name: 'Approve several' }));
  await user.click(press('Choose all low-risk stories (3)'));
  await user.click(press('Approve 3 stories'));
  const dialog = within(screen.getByRole('alertdialog'));
  expect(dialog.getByText(/Approve only stories that you have read/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Approve 3' }));
  await user.click(await dialog.findByRole('button', { name: 'Undo all' }));
  expect(await dialog.findByText(/3 of 3 done, 1 approved/)).toHaveTextContent(
    '1 story is pending again.',
  );
  expect(dialog.getByText('Pending again')).toBeVisible();
  expect(
    dialog.getByText('Not undone: it is too late, or somebody else changed it first'),
  ).toBeVisible();
  expect(sent.filter(({ path }) => path.endsWith('/moderate')).map(({ body }) => body)).toEqual([
    { testimonyId: testimony(1).id, action: 'undo' },
    { testimonyId: testimony(3).id, action: 'undo' },
  ]);
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Undo all' })).toBeNull());
});

test('a failure in the middle shows the progress, and the rest can be continued', async () => {
  let failing = true;
  const calls: string[][] = [];
  fakeStaff(
    Array.from({ length: 7 }, (_, number) => testimony(number + 1)),
    {
      '/api/admin/testimonies/approve': ({ body }) => {
        const ids = idsOf(body);
        if (calls.length === 1 && failing) return answer(503, { message: 'Please wait.' });
        calls.push(ids);
        return answer(200, { results: ids.map((id) => ({ id, outcome: 'approved' })) });
      },
    },
  );
  const { user } = renderTab();
  await user.click(await screen.findByRole('button', { name: 'Approve several' }));
  await user.click(press('Choose all low-risk stories (7)'));
  await user.click(press('Approve 7 stories'));
  const dialog = within(screen.getByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Approve 7' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to moderate testimony');
  expect(dialog.getByText('5 of 7 done, 5 approved.')).toBeVisible();
  failing = false;
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('7 of 7 done, 7 approved.')).toBeVisible();
  expect(calls.map((ids) => ids.length)).toEqual([5, 2]);
});

test('a story that was changed since it was ticked is left, shown anew, and ticked again before it is sent', async () => {
  const testimonies = [testimony(1, { version: 2 }), testimony(2, { version: 5 })];
  const calls: unknown[] = [];
  fakeStaff(testimonies, {
    '/api/admin/testimonies/approve': ({ body }) => {
      const { stories } = body as { stories: { id: string; version: number }[] };
      calls.push(stories);
      return answer(200, {
        results: stories.map(({ id, version }) => ({
          id,
          outcome:
            testimonies.find((one) => one.id === id)?.version === version
              ? 'approved'
              : 'needs_a_look',
        })),
      });
    },
  });
  const { user } = renderTab();
  await user.click(await screen.findByRole('button', { name: 'Approve several' }));
  await user.click(press('Choose all low-risk stories (2)'));
  const changed = 'Another text, which somebody else wrote.';
  Object.assign(testimonies[1] ?? {}, { version: 6, redactedText: changed });
  await user.click(press('Approve 2 stories'));
  await user.click(press('Approve 2'));
  expect(await screen.findByText('2 of 2 done, 1 approved.')).toBeVisible();
  expect(screen.getByText('Skipped: please read it on its own')).toBeVisible();
  expect(calls).toEqual([
    [
      { id: testimony(1).id, version: 2 },
      { id: testimony(2).id, version: 5 },
    ],
  ]);
  await user.click(press('Close'));
  expect(await screen.findByRole('button', { name: /Another text.*00000002/ })).toBeVisible();
});

test('what changes in the list while several are chosen loses its tick', async () => {
  const testimonies = [testimony(1), testimony(2)];
  fakeStaff(testimonies);
  const { user, client } = renderTab();
  await user.click(await screen.findByRole('button', { name: 'Approve several' }));
  await user.click(press('Choose all low-risk stories (2)'));
  expect(press('Approve 2 stories')).toBeVisible();
  testimonies[1] = testimony(2, { version: 1, redactedText: 'Another text.' });
  await act(() => client.invalidateQueries());
  expect(await screen.findByRole('button', { name: 'Approve 1 story' })).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Choose story 00000002' })).not.toBeChecked();
});
