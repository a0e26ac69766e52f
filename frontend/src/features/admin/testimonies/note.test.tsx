/** The internal note and the topics beside what others do, and the note that goes along with a step. */
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { draft, dropAllDrafts } from '@/lib/drafts';
import { answer } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { testimonyFixture as testimony } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import type { StaffTestimony } from '../types';
import { noteDraft } from './drafts';
import { TestimoniesTab } from './testimonies-tab';

const press = (name: RegExp | string) => screen.getByRole('button', { name });
const note = () => screen.findByLabelText('Internal note');

beforeEach(dropAllDrafts);

/** A story whose server refuses what was written against another version. */
function opened(one: StaffTestimony) {
  const { sent } = fakeStaff([one, testimony(2)], {
    [`/api/admin/testimonies/${one.id}`]: ({ method, body }) => {
      if (method !== 'PATCH') return answer(200, { story: one, timeline: [], flood: [] });
      const { version, ...change } = body as Partial<StaffTestimony>;
      if (version !== one.version) return answer(409, { code: 'CONFLICT', message: 'x' });
      Object.assign(one, change, { version: one.version + 1 });
      return answer(200, one);
    },
  });
  const edits = () => sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  const steps = () => sent.filter(({ path }) => path.endsWith('/moderate')).map(({ body }) => body);
  const screenOf = renderScreen(<TestimoniesTab />, {
    path: '/admin',
    at: `/admin?status=${one.status}&story=${one.id}`,
  });
  return { ...screenOf, edits, steps };
}

test('a note that somebody else changed meanwhile is shown, and overwritten only on purpose', async () => {
  const one = testimony(1, { internalNote: 'Ask Daniel.', version: 3 });
  const { user, client, edits } = opened(one);
  await user.type(await note(), ' Soon.');
  Object.assign(one, { internalNote: 'Daniel says yes.', version: 4 });
  await act(() => client.invalidateQueries());
  expect(await screen.findByRole('alert')).toHaveTextContent('Daniel says yes.');
  expect(await note()).toHaveValue('Ask Daniel. Soon.');
  await user.click(press('Save note'));
  await waitFor(() => expect(edits()).toEqual([{ internalNote: 'Ask Daniel. Soon.', version: 3 }]));
  expect(await screen.findByRole('alert')).toHaveTextContent('Daniel says yes.');
  expect(one.internalNote).toBe('Daniel says yes.');
  await user.click(press('Save note'));
  expect(await screen.findByText('Note saved.')).toBeVisible();
  expect(edits().at(-1)).toEqual({ internalNote: 'Ask Daniel. Soon.', version: 4 });
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('after a refusal the current note is fetched, and one’s own can be dropped for it', async () => {
  const one = testimony(1, { internalNote: null, version: 3 });
  const { user } = opened(one);
  await user.type(await note(), 'Ask Daniel.');
  Object.assign(one, { internalNote: 'Daniel says yes.', version: 4 });
  await user.click(press('Save note'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Daniel says yes.');
  await user.click(press('Drop my change'));
  expect(await note()).toHaveValue('Daniel says yes.');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(draft(noteDraft(one.id))).toBeUndefined();
});

test('a refusal because of another change is answered by the next try', async () => {
  const one = testimony(1, { internalNote: null, version: 3 });
  const { user, edits } = opened(one);
  await user.type(await note(), 'Ask Daniel.');
  Object.assign(one, { topics: ['grief'], version: 4 });
  await user.click(press('Save note'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The note could not be saved.');
  await user.click(press('Save note'));
  expect(await screen.findByText('Note saved.')).toBeVisible();
  expect(edits().at(-1)).toEqual({ internalNote: 'Ask Daniel.', version: 4 });
});

test('a note that is not saved yet goes along with the decision', async () => {
  const one = testimony(1);
  const { user, steps } = opened(one);
  await user.type(await note(), 'Ask Daniel.');
  await user.click(press('Approve'));
  await waitFor(() =>
    expect(steps()).toEqual([
      {
        testimonyId: one.id,
        action: 'approve',
        version: 0,
        checked: false,
        internalNote: 'Ask Daniel.',
      },
    ]),
  );
  expect(await screen.findByText(/is approved\. Note saved\./)).toBeInTheDocument();
  expect(draft(noteDraft(one.id))).toBeUndefined();
});

test.each([
  ['taken away', async () => {}],
  [
    'overtaken',
    async (one: StaffTestimony) => Object.assign(one, { internalNote: 'Yes.', version: 1 }),
  ],
])('a note that was %s is decided on before the story', async (_, meanwhile) => {
  const one = testimony(1, { internalNote: 'Ask Daniel.' });
  const { user, client, steps } = opened(one);
  const field = await note();
  await user.clear(field);
  await meanwhile(one);
  await act(() => client.invalidateQueries());
  await user.click(press('Approve'));
  expect(await screen.findByText(/Please save your note or drop your change/)).toBeVisible();
  expect(field).toHaveFocus();
  expect(steps()).toEqual([]);
  await user.click(press('Drop my change'));
  await user.click(press('Approve'));
  await waitFor(() => expect(steps()).toHaveLength(1));
  expect(steps()[0]).not.toHaveProperty('internalNote');
});

test('topics that somebody else changed meanwhile are named, and the choice stays', async () => {
  const one = testimony(1, { topics: ['grief'], version: 3 });
  const { user, client, edits } = opened(one);
  await user.click(await screen.findByRole('button', { name: 'Correct topics' }));
  await user.click(press('Fear'));
  Object.assign(one, { topics: ['anger'], version: 4 });
  await act(() => client.invalidateQueries());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Somebody else changed the topics in the meantime: Anger.',
  );
  expect(press('Fear')).toHaveAttribute('aria-pressed', 'true');
  await user.click(press('Save topics'));
  await waitFor(() => expect(edits()).toEqual([{ topics: ['grief', 'fear'], version: 3 }]));
  expect(await screen.findByRole('alert')).toHaveTextContent('Anger');
  await user.click(press('Save topics'));
  expect(await screen.findByRole('button', { name: 'Correct topics' })).toBeVisible();
  expect(edits().at(-1)).toEqual({ topics: ['grief', 'fear'], version: 4 });
});
