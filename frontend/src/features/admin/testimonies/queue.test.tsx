/** What staff see of others and of what is new: readers, arrivals, filters, guesses at spam. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draft, dropAllDrafts } from '@/lib/drafts';
import { answer, unreachable } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { testimonyFixture as testimony } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import { noteDraft } from './drafts';
import { TestimoniesTab } from './testimonies-tab';
import { reasons } from './testimony-words';

const CHANGES = '/api/admin/testimonies/changes';
/** What a look at the list is asked. */
interface Watched {
  since: string | null;
  listed: string[];
}
const readingPath = (number: number) => `/api/admin/testimonies/${testimony(number).id}/reading`;
const press = (name: RegExp | string) => screen.getByRole('button', { name });
const renderTab = (at = '/admin') => renderScreen(<TestimoniesTab />, { path: '/admin', at });

beforeEach(() => {
  dropAllDrafts();
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));
});
afterEach(() => vi.restoreAllMocks());

/** The regular acts of the screen, by their interval; called by hand instead of by the clock. */
function intervals() {
  const calls = vi.spyOn(globalThis, 'setInterval');
  return async (everyMs: number) => {
    const acts = calls.mock.calls.filter(([, every]) => every === everyMs);
    await act(async () => acts.at(-1)?.[0]());
  };
}

test('others who read the same story are named, and no longer when they leave', async () => {
  const turn = intervals();
  let others = ['Daniel'];
  const { sent } = fakeStaff([testimony(1), testimony(2)], {
    [readingPath(1)]: () => answer(200, { others }),
  });
  const { user } = renderTab();
  expect(await screen.findByText('Daniel is reading this.')).toBeVisible();
  others = ['Daniel', 'Naomi', 'Ruth'];
  await turn(10_000);
  expect(await screen.findByText('Daniel, Naomi and Ruth are reading this.')).toBeVisible();
  others = [];
  await turn(10_000);
  await waitFor(() => expect(screen.queryByText(/reading this/)).not.toBeInTheDocument());
  await user.keyboard('j');
  await waitFor(() =>
    expect(sent.filter(({ path }) => path === readingPath(1)).at(-1)?.body).toEqual({
      isOpen: false,
    }),
  );
  expect(sent.some(({ path }) => path === readingPath(2))).toBe(true);
});

test('without an answer nobody is shown, and every step works', async () => {
  const { sent } = fakeStaff([testimony(1)], { [readingPath(1)]: unreachable });
  const { user } = renderTab();
  await screen.findByRole('group', { name: 'Decide' });
  expect(screen.queryByText(/reading this/)).not.toBeInTheDocument();
  await user.keyboard('a');
  await waitFor(() => expect(sent.some(({ path }) => path === '/api/admin/moderate')).toBe(true));
});

test('new stories are announced, and come in when asked for', async () => {
  const turn = intervals();
  const testimonies = [testimony(1), testimony(2)];
  const arrived = [testimony(2).id, testimony(3).id, testimony(4).id];
  const { sent } = fakeStaff(testimonies, {
    [CHANGES]: ({ body }) =>
      answer(200, {
        at: '2026-11-20T12:00:00Z',
        arrived: (body as Watched).since ? arrived : [],
        left: [],
        gone: [],
      }),
  });
  const { user } = renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  testimonies.unshift(testimony(3, { cursor: '0.0.0' }));
  testimonies.push(testimony(4));
  await turn(15_000);
  expect(await screen.findByRole('button', { name: /2 new: show/ })).toBeVisible();
  expect(screen.getByText('2 new')).toHaveAttribute('role', 'status');
  expect(sent.filter(({ path }) => path === CHANGES).at(-1)?.body).toEqual({
    status: 'pending',
    since: '2026-11-20T12:00:00Z',
    listed: [testimony(1).id, testimony(2).id],
  });
  expect(screen.queryByText('…00000003')).not.toBeInTheDocument();
  await user.keyboard('n');
  expect(await screen.findByText('…00000003')).toBeVisible();
  expect(screen.getByRole('heading', { name: /Story …00000001/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /new: show/ })).not.toBeInTheDocument();
  expect(await screen.findByText('The list is up to date.')).toBeInTheDocument();
});

test('what others have decided leaves the list, but not the screen', async () => {
  const turn = intervals();
  const testimonies = [testimony(1), testimony(2), testimony(3)];
  fakeStaff(testimonies, {
    [CHANGES]: ({ body }) =>
      answer(200, {
        at: '2026-11-20T12:00:00Z',
        arrived: [],
        left: (body as Watched).listed.filter(
          (id) => testimonies.find((one) => one.id === id)?.status !== 'pending',
        ),
        gone: [],
      }),
  });
  const { user } = renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  await waitFor(() => expect(press(/00000002/)).toBeVisible());
  for (const one of testimonies.slice(0, 2)) one.status = 'rejected';
  await turn(15_000);
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /00000002/ })).not.toBeInTheDocument(),
  );
  expect(screen.getByRole('heading', { name: /Story …00000001/ })).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('radio', { name: 'Rejected' }).closest('label')).toHaveTextContent(
      'Rejected2',
    ),
  );
  expect(screen.getByText('Pending · 2 shown of 2')).toBeVisible();
  // The keys of a decision are gone with the others' decision.
  expect(await screen.findByRole('button', { name: 'Reopen' })).toBeVisible();
  await user.keyboard('j');
  expect(await screen.findByRole('heading', { name: /Story …00000003/ })).toBeVisible();
});

test('each look goes on from the one before, and what arrived is counted over all of them', async () => {
  const turn = intervals();
  const asked: (string | null)[] = [];
  fakeStaff([testimony(1)], {
    [CHANGES]: ({ body }) => {
      asked.push((body as Watched).since);
      const look = asked.length;
      return answer(200, {
        at: `2026-11-20T12:0${look}:00Z`,
        arrived: look > 1 ? [testimony(look).id] : [],
        left: [],
        // The second one is withdrawn again.
        gone: look === 4 ? [testimony(2).id] : [],
      });
    },
  });
  renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  await turn(15_000);
  expect(await screen.findByText('1 new')).toBeInTheDocument();
  await turn(15_000);
  expect(await screen.findByText('2 new')).toBeInTheDocument();
  await turn(15_000);
  await waitFor(() =>
    expect(asked).toEqual([
      null,
      '2026-11-20T12:01:00Z',
      '2026-11-20T12:02:00Z',
      '2026-11-20T12:03:00Z',
    ]),
  );
  expect(await screen.findByText('2 new')).toBeInTheDocument();
});

test('withdrawn stories leave the list and the screen, and none of their words stays', async () => {
  const turn = intervals();
  const gone = new Set<string>();
  const one = testimony(1, { redactedText: 'I met [name] in May.' });
  const { sent } = fakeStaff([one, testimony(2), testimony(3)], {
    [`/api/admin/testimonies/${one.id}`]: () =>
      gone.has(one.id)
        ? answer(404, { code: 'NOT_FOUND', message: 'x' })
        : answer(200, { story: one, timeline: [], flood: [] }),
    [CHANGES]: () =>
      answer(200, { at: '2026-11-20T12:00:00Z', arrived: [], left: [], gone: [...gone] }),
  });
  const { user, client } = renderTab();
  await user.type(await screen.findByLabelText('Internal note'), 'Ellen?');
  await user.click(press(/00000001/));
  gone.add(one.id).add(testimony(2).id);
  await turn(15_000);
  expect(await screen.findByText(/This story is gone/)).toBeVisible();
  expect(screen.queryByText(/in May/)).not.toBeInTheDocument();
  expect(screen.queryByRole('group', { name: 'Decide' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /00000002/ })).not.toBeInTheDocument();
  const kept = client
    .getQueryCache()
    .getAll()
    .map(({ state }) => JSON.stringify(state.data));
  expect(kept.join()).not.toContain('in May');
  expect(draft(noteDraft(one.id))).toBeUndefined();
  await user.keyboard('a');
  expect(sent.some(({ path }) => path === '/api/admin/moderate')).toBe(false);
  await user.keyboard('j');
  expect(await screen.findByRole('heading', { name: /Story …00000003/ })).toBeVisible();
});

test('a decision about a withdrawn story says that it is gone, and takes it away', async () => {
  const one = testimony(1, { redactedText: 'I met [name] in May.' });
  let gone = false;
  fakeStaff([one, testimony(2)], {
    [`/api/admin/testimonies/${one.id}`]: () =>
      gone
        ? answer(404, { code: 'NOT_FOUND', message: 'x' })
        : answer(200, { story: one, timeline: [], flood: [] }),
    '/api/admin/moderate': () => answer(404, { code: 'NOT_FOUND', message: 'x' }),
  });
  const { user } = renderTab();
  await screen.findByRole('group', { name: 'Decide' });
  gone = true;
  await user.keyboard('a');
  expect((await screen.findAllByText(/This story is gone/))[0]).toBeVisible();
  expect(screen.queryByText(/in May/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /00000001/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('an edit does not bring new stories in', async () => {
  const testimonies = [testimony(1), testimony(2)];
  const { sent } = fakeStaff(testimonies);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  testimonies.unshift(testimony(3));
  await user.type(screen.getByLabelText('Internal note'), 'Read twice.');
  await user.click(press('Save note'));
  await waitFor(() => expect(sent.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(sent.filter(({ path }) => path === '/api/admin/testimonies')).toHaveLength(1);
  expect(screen.queryByText('…00000003')).not.toBeInTheDocument();
});

test('what waits and for how long is at the top, and the list is narrowed by a button', async () => {
  const { sent } = fakeStaff([testimony(1)], {
    '/api/admin/testimonies/counts': () =>
      answer(200, {
        pending: 12,
        approved: 4,
        rejected: 1,
        escalated: 2,
        reported: 0,
        oldestPending: new Date(Date.now() - 2.5 * 86_400_000).toISOString(),
        oldestEscalated: new Date(Date.now() - 3.5 * 3_600_000).toISOString(),
        oldestReported: null,
        waitingLong: 1000,
      }),
  });
  const { user } = renderTab();
  expect(
    await screen.findByText(
      '2 escalated, the oldest for 3 hours · 12 pending, the oldest for 2 days · 1,000 or more waiting over 24 h',
    ),
  ).toBeVisible();
  await user.click(press('Waiting over 24 h'));
  await waitFor(() =>
    expect(
      sent.some(
        ({ path, search }) => path === '/api/admin/testimonies' && search.get('only') === 'waiting',
      ),
    ).toBe(true),
  );
  expect(press('Waiting over 24 h')).toHaveAttribute('aria-pressed', 'true');
  await user.click(press('Waiting over 24 h'));
  expect(press('Waiting over 24 h')).toHaveAttribute('aria-pressed', 'false');
  expect(screen.queryByRole('button', { name: 'Reported' })).not.toBeInTheDocument();
});

test('a filter that matches nothing says so', async () => {
  fakeStaff([testimony(1)], { '/api/admin/testimonies': () => answer(200, []) });
  renderTab('/admin?only=mine');
  expect(await screen.findByText('No story here matches this filter.')).toBeVisible();
});

const group = (...numbers: number[]) => ({
  ids: numbers.map((number) => testimony(number).id),
  hasLinks: true,
  hasOffers: true,
  isRepeated: true,
});

/** Three alike stories and one other; the second one of the three has danger by now. */
async function withSpam() {
  const testimonies = [1, 2, 3, 4].map((number) => testimony(number));
  const { sent } = fakeStaff(testimonies, {
    '/api/admin/testimonies/spam': () => answer(200, { groups: [group(1, 2, 3)] }),
    '/api/admin/testimonies/reject-spam': ({ body }) => {
      const { ids } = body as { ids: string[] };
      return answer(200, {
        results: ids.map((id) => ({
          id,
          outcome: id === testimony(2).id ? 'needs_a_look' : 'rejected',
        })),
      });
    },
  });
  const { user } = renderTab();
  await screen.findByText(/This may be spam: sales words, links or contact details, the same text/);
  return { sent, user };
}

test('one action rejects all that are alike; each result is shown, and one is undone', async () => {
  const { sent, user } = await withSpam();
  expect(screen.getAllByText('May be spam')).toHaveLength(4);
  await user.keyboard('s');
  const dialog = within(screen.getByRole('alertdialog', { name: 'Reject 3 stories as spam?' }));
  expect(sent.some(({ path }) => path === '/api/admin/testimonies/reject-spam')).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Reject 3' }));
  expect(await dialog.findByText('3 of 3 done, 2 rejected.')).toBeVisible();
  expect(dialog.getByText('Skipped: please read it on its own')).toBeVisible();
  const request = sent.find(({ path }) => path === '/api/admin/testimonies/reject-spam');
  expect(request?.body).toEqual({
    ids: group(1, 2, 3).ids,
    notes: reasons.templates[4][1],
  });
  await user.click(dialog.getByRole('button', { name: 'Undo story 00000003' }));
  expect(await dialog.findByText('Pending again')).toBeVisible();
  expect(sent.filter(({ path }) => path === '/api/admin/moderate').map(({ body }) => body)).toEqual(
    [{ testimonyId: testimony(3).id, action: 'undo' }],
  );
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /00000001/ })).not.toBeInTheDocument(),
  );
  expect(await screen.findByRole('heading', { name: /Story …00000002/ })).toBeVisible();
  expect(press(/00000003/)).toBeVisible();
});

test('a rejection of spam that fails says so, and cancelling sends nothing', async () => {
  fakeStaff([testimony(1)], {
    '/api/admin/testimonies/spam': () => answer(200, { groups: [group(1)] }),
    '/api/admin/testimonies/reject-spam': unreachable,
  });
  const { user } = renderTab();
  await user.click(await screen.findByRole('button', { name: /^Reject as spam/ }));
  await user.click(press('Cancel'));
  await user.click(press(/^Reject as spam/));
  await user.click(press('Reject 1'));
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be reached');
  expect(press('Continue')).toBeVisible();
});
