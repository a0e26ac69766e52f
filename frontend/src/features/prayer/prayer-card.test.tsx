import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Prayer } from '@/lib/api/types';
import { dropAllDrafts } from '@/lib/drafts';
import { answer, fakeApi, resources, unreachable } from '@/testing/fake-api';
import { kept, listed, prayer } from '@/testing/fake-prayers';
import { renderScreen } from '@/testing/render-screen';
import { PrayersScreen } from './prayers-screen';

beforeEach(dropAllDrafts);

function open(prayers: Partial<Prayer>[], api: Parameters<typeof fakeApi>[0] = {}) {
  const sent = fakeApi({ '/api/prayers': listed(prayers, true), ...api });
  return { ...renderScreen(<PrayersScreen />, { path: '/prayers' }), sent };
}

test('the card shows that somebody prayed', async () => {
  open([{ shared: true, prayedAt: '2026-11-09T12:00:00Z' }]);
  expect(await screen.findByText(/Somebody prayed for this on/)).toHaveTextContent(
    'November 9, 2026',
  );
});

test('sharing is switched on and off again', async () => {
  let shared = false;
  const { user, sent } = open([{}], {
    '/api/prayers/p1': ({ body }) => {
      shared = (body as { shared: boolean }).shared;
      return answer(200, kept({ shared }));
    },
  });
  const toggle = () =>
    within(screen.getByRole('list', { name: 'Your prayers' })).getByRole('switch');
  await screen.findByText(prayer.text);
  await user.click(toggle());
  await waitFor(() => expect(toggle()).toBeChecked());
  await user.click(toggle());
  await waitFor(() => expect(toggle()).not.toBeChecked());
  expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { shared: true },
    { shared: false },
  ]);
});

test('a pending change is announced, keeps focus and is not sent twice', async () => {
  let reply = (_: Response) => {};
  const { user, sent } = open([{}], {
    '/api/prayers/p1': () =>
      new Promise<Response>((resolve) => {
        reply = resolve;
      }),
  });
  await screen.findByText(prayer.text);
  const card = within(screen.getByRole('list', { name: 'Your prayers' }));
  await user.click(card.getByRole('switch'));
  await user.click(card.getByRole('switch'));
  expect(card.getByRole('status')).toHaveTextContent('Saving it…');
  expect(card.getByRole('switch')).toHaveFocus();
  const changes = () => sent.filter(({ method }) => method === 'PATCH');
  await waitFor(() => expect(changes()).toHaveLength(1));
  await act(async () => reply(answer(200, kept({ shared: true }))));
  await waitFor(() => expect(card.getByRole('status')).toHaveTextContent('Your change is saved.'));
  expect(card.getByRole('switch')).toHaveFocus();
  expect(changes()).toHaveLength(1);
});

test('marked as answered with a note, and unmarked again', async () => {
  const { user, sent } = open([{}], {
    '/api/prayers/p1': ({ body }) =>
      answer(
        200,
        (body as { answered: boolean }).answered
          ? kept({ answeredAt: '2026-11-20T12:00:00Z', answerNote: 'He is home.' })
          : kept(),
      ),
  });
  await user.click(await screen.findByRole('button', { name: /^Mark the prayer from/ }));
  const note = screen.getByLabelText('How was it answered?');
  expect(note).toHaveFocus();
  await user.type(note, 'He is home. ');
  await user.click(screen.getByRole('button', { name: 'Mark as answered' }));
  expect(await screen.findByText('He is home.')).toBeVisible();
  expect(screen.getByText('November 20, 2026')).toBeVisible();
  // The pressed button has been removed.
  const heading = screen.getByRole('heading', { level: 3 });
  await waitFor(() => expect(heading).toHaveFocus());
  expect([...sent].reverse().find(({ method }) => method === 'PATCH')?.body).toEqual({
    answered: true,
    answerNote: 'He is home.',
  });
  await user.click(screen.getByRole('button', { name: /^Not answered yet/ }));
  await waitFor(() => expect(screen.queryByText('He is home.')).not.toBeInTheDocument());
  expect(heading).toHaveFocus();
});

test('a failed change shows an error and keeps the draft', async () => {
  const { user } = open([{}], { '/api/prayers/p1': unreachable });
  await user.click(await screen.findByRole('button', { name: /^Mark the prayer from/ }));
  await user.type(screen.getByLabelText('How was it answered?'), 'He is home.');
  await user.click(screen.getByRole('button', { name: 'Mark as answered' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('That could not be saved');
  expect(screen.getByLabelText('How was it answered?')).toHaveValue('He is home.');
});

test('a crisis response without storage: help opens, the text stays, and nothing claims that it is saved', async () => {
  const { user, dialogs } = open([{}], {
    '/api/prayers/p1': () => answer(200, { crisis: true, resources, prayer: null }),
  });
  await user.click(await screen.findByRole('button', { name: /^Mark the prayer from/ }));
  await user.type(screen.getByLabelText('How was it answered?'), 'I want to end my life.');
  await user.click(screen.getByRole('button', { name: 'Mark as answered' }));
  expect(await screen.findByText(/Your answer has not been saved yet/)).toBeVisible();
  expect(screen.queryByText('Your change is saved.')).not.toBeInTheDocument();
  expect(screen.getByLabelText('How was it answered?')).toHaveValue('I want to end my life.');
  expect(dialogs.showCrisis).toHaveBeenCalledWith(resources);
});

test('deleting asks for confirmation and reports success', async () => {
  const { user, sent } = open([{}], {
    '/api/prayers/p1': () => new Response(null, { status: 204 }),
  });
  const button = await screen.findByRole('button', { name: /^Delete the prayer from/ });
  await user.click(button);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(button);
  await user.click(screen.getByRole('button', { name: 'Delete prayer' }));
  expect(await screen.findByText('Your prayer was deleted.')).toBeVisible();
  expect(screen.getByText(/No prayers yet/)).toBeVisible();
});

test('each deletion is announced and takes the focus', async () => {
  const gone = () => new Response(null, { status: 204 });
  const { user } = open([{}, { id: 'p2', text: 'For rain.' }], {
    '/api/prayers/p1': gone,
    '/api/prayers/p2': gone,
  });
  const deleteFirst = async () => {
    const [button] = await screen.findAllByRole('button', { name: /^Delete the prayer from/ });
    if (button) await user.click(button);
    await user.click(screen.getByRole('button', { name: 'Delete prayer' }));
  };
  await deleteFirst();
  const told = await screen.findByText('Your prayer was deleted.');
  await waitFor(() => expect(told.parentElement).toHaveFocus());
  await deleteFirst();
  expect(await screen.findByText(/No prayers yet/)).toBeVisible();
  const toldAgain = screen.getByText('Your prayer was deleted.');
  expect(toldAgain).not.toBe(told);
  expect(toldAgain.parentElement).toHaveFocus();
});

test('a failed deletion shows an error and keeps the prayer', async () => {
  const { user } = open([{}], { '/api/prayers/p1': unreachable });
  await user.click(await screen.findByRole('button', { name: /^Delete the prayer from/ }));
  await user.click(screen.getByRole('button', { name: 'Delete prayer' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to delete your prayer');
  expect(screen.getByText(prayer.text)).toBeVisible();
});
