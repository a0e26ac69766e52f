import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts } from '@/lib/drafts';
import { answer, unreachable } from '@/testing/fake-api';
import { fakeStaff } from '@/testing/fake-staff';
import { testimonyFixture as testimony } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import type { StaffTestimony } from '../types';
import { TestimoniesTab } from './testimonies-tab';

const original = {
  whatHappened: 'Ellen fell ill.',
  whatHelped: 'St Anne helped.',
  whatChanged: 'I rest.',
};
const revealPath = `/api/admin/testimonies/${testimony(1).id}/reveal`;
const renderTestimony = (one: StaffTestimony) =>
  renderScreen(<TestimoniesTab />, {
    path: '/admin',
    at: `/admin?status=${one.status}&story=${one.id}`,
  });
const press = (name: RegExp | string) => screen.getByRole('button', { name });

beforeEach(dropAllDrafts);

test('words that are still readable are marked, and another language is named', async () => {
  const redactedText = 'Call [name] on 0612345678.\nThen pray.';
  const start = redactedText.indexOf('06');
  const one = testimony(1, {
    redactedText,
    leftReadable: [{ start, end: start + 10 }],
    otherLanguage: true,
    piiRiskLevel: 'medium',
  });
  fakeStaff([one]);
  renderTestimony(one);
  const story = within(await screen.findByRole('article'));
  const marked = await story.findByText('0612345678');
  expect(marked.tagName).toBe('MARK');
  expect(marked).toHaveTextContent('still readable: 0612345678');
  expect(story.getByText('name').closest('p')).toHaveTextContent(
    'Call hidden [name] on still readable: 0612345678.',
  );
  expect(screen.getByText(/They are marked in the text/)).toBeVisible();
  expect(screen.getByText(/neither English nor Spanish/)).toBeVisible();
});

test('a story in Spanish says so, in the list and beside its text', async () => {
  const one = testimony(1, { redactedText: 'Mi hermana [name] oró conmigo.', language: 'es' });
  fakeStaff([one]);
  renderTestimony(one);
  const story = within(await screen.findByRole('article'));
  expect(await story.findByText(/If you do not read Spanish, please leave it/)).toBeVisible();
  expect(screen.getAllByText('In Spanish').length).toBeGreaterThan(0);
  const languageOf = (element: HTMLElement) => element.closest('[lang]')?.getAttribute('lang');
  for (const words of screen.getAllByText(/Mi hermana/)) expect(languageOf(words)).toBe('es');
  expect(languageOf(story.getByText('name')), 'what redaction wrote is English').toBe('en');
});

test('the original: confirmed, shown, hidden again', async () => {
  const { sent } = fakeStaff([testimony(1)], { [revealPath]: () => answer(200, original) });
  const { user } = renderTestimony(testimony(1));
  await user.click(await screen.findByRole('button', { name: 'Reveal original' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'The audit trail will record, with your name,',
  );
  await user.click(press('Cancel'));
  expect(sent.some(({ path }) => path === revealPath)).toBe(false);

  await user.click(press('Reveal original'));
  const [confirm] = screen.getAllByRole('button', { name: 'Reveal original' }).slice(-1);
  if (confirm) await user.click(confirm);
  const show = await screen.findByRole('button', { name: 'Show the words' });
  const words = screen.getByText('Ellen fell ill.').closest('dl');
  expect(words).toHaveAttribute('aria-hidden', 'true');
  expect(words).toHaveClass('blur-md');
  show.focus();
  await user.keyboard('{Enter}');
  expect(words).toHaveAttribute('aria-hidden', 'false');
  expect(words).not.toHaveClass('blur-md');
  expect(words).toHaveFocus();
  expect(screen.getByText('Ellen fell ill.')).toBeVisible();
  await user.click(press('Hide original'));
  expect(screen.queryByText('Ellen fell ill.')).not.toBeInTheDocument();
});

test('the original is hidden when staff leave the window or the testimony', async () => {
  fakeStaff([testimony(1), testimony(2)], { [revealPath]: () => answer(200, original) });
  const { user, client } = renderTestimony(testimony(1));
  const revealIt = async () => {
    await user.click(await screen.findByRole('button', { name: 'Reveal original' }));
    const [confirm] = screen.getAllByRole('button', { name: 'Reveal original' }).slice(-1);
    if (confirm) await user.click(confirm);
    expect(await screen.findByText('Ellen fell ill.')).toBeVisible();
  };
  await revealIt();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fireEvent(document, new Event('visibilitychange'));
  expect(screen.queryByText('Ellen fell ill.')).not.toBeInTheDocument();

  await revealIt();
  await user.click(press('All stories'));
  await user.click(await screen.findByRole('button', { name: /00000001/ }));
  expect(await screen.findByRole('button', { name: 'Reveal original' })).toBeVisible();
  expect(screen.queryByText('Ellen fell ill.')).not.toBeInTheDocument();
  const kept = client
    .getMutationCache()
    .getAll()
    .map(({ state }) => JSON.stringify(state.data));
  expect(kept.join()).not.toContain('Ellen');
});

test('the original offline: shows an error', async () => {
  fakeStaff([testimony(1)], { [revealPath]: unreachable });
  const { user } = renderTestimony(testimony(1));
  await user.click(await screen.findByRole('button', { name: 'Reveal original' }));
  const [confirm] = screen.getAllByRole('button', { name: 'Reveal original' }).slice(-1);
  if (confirm) await user.click(confirm);
  expect(await screen.findByRole('alert')).toHaveTextContent('The original could not be opened.');
});

test('editing the text: shows a diff while typing, and saves it', async () => {
  const { sent } = fakeStaff([testimony(1)]);
  const { user } = renderTestimony(testimony(1));
  await user.click(await screen.findByRole('button', { name: 'Edit text' }));
  const field = screen.getByLabelText('Text as readers will see it');
  expect(press('Save text')).toBeDisabled();
  // Decisions apply to the saved text.
  expect(screen.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
  await user.clear(field);
  await user.click(field);
  await user.paste('Story 1. [name 1] walked with me in [place].');
  expect(document.querySelector('del')).toHaveTextContent('taken out: sat');
  expect(document.querySelector('ins')).toHaveTextContent('put in: walked');
  await user.click(press('Save text'));
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
      redactedText: 'Story 1. [name 1] walked with me in [place].',
      version: 0,
    }),
  );
  expect(await screen.findByRole('button', { name: 'Edit text' })).toBeVisible();
  expect(screen.getAllByText(/walked with me/)[0]).toBeInTheDocument();
});

test('a text that somebody else changed meanwhile is not overwritten', async () => {
  const one = testimony(1, { redactedText: 'I met Ellen in May.', version: 3 });
  const path = `/api/admin/testimonies/${one.id}`;
  const { sent } = fakeStaff([one], {
    [path]: ({ method, body }) => {
      if (method !== 'PATCH') return answer(200, { story: one, timeline: [], flood: [] });
      const { redactedText, version } = body as { redactedText: string; version: number };
      if (version !== one.version) return answer(409, { code: 'CONFLICT', message: 'x' });
      Object.assign(one, { redactedText, version: version + 1 });
      return answer(200, one);
    },
  });
  const edits = () => sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  const { user, client } = renderTestimony(one);
  await user.click(await screen.findByRole('button', { name: 'Edit text' }));
  const field = screen.getByLabelText('Text as readers will see it');
  await user.type(field, ' She stayed.');

  Object.assign(one, { redactedText: 'I met [name] in May.', version: 4 });
  await act(() => client.invalidateQueries());
  expect(await screen.findByText(/Somebody else changed this text/)).toBeVisible();
  await user.click(press('Save text'));
  await waitFor(() => expect(press('Save text')).toHaveAttribute('aria-disabled', 'false'));
  expect(edits()).toEqual([{ redactedText: 'I met Ellen in May. She stayed.', version: 3 }]);
  expect(one.redactedText).toBe('I met [name] in May.');
  expect(field).toHaveValue('I met Ellen in May. She stayed.');
  expect(screen.getByText(/Somebody else changed this text/)).toBeVisible();
  expect(document.querySelector('del')).toHaveTextContent('[name]');

  await user.clear(field);
  await user.click(field);
  await user.paste('I met [name] in May. She stayed.');
  await user.click(press('Save text'));
  expect(await screen.findByRole('button', { name: 'Edit text' })).toBeVisible();
  expect(edits().at(-1)).toEqual({
    redactedText: 'I met [name] in May. She stayed.',
    version: 4,
  });
});

test('after a conflict the current text is fetched, and the draft stays', async () => {
  const one = testimony(1, { redactedText: 'I met Ellen in May.', version: 3 });
  const path = `/api/admin/testimonies/${one.id}`;
  fakeStaff([one], {
    [path]: ({ method }) =>
      method === 'PATCH'
        ? answer(409, { code: 'CONFLICT', message: 'x' })
        : answer(200, { story: one, timeline: [], flood: [] }),
  });
  const { user } = renderTestimony(one);
  await user.click(await screen.findByRole('button', { name: 'Edit text' }));
  const field = screen.getByLabelText('Text as readers will see it');
  await user.type(field, ' She stayed.');
  Object.assign(one, { redactedText: 'I met [name] in May.', version: 4 });
  await user.click(press('Save text'));
  expect(await screen.findByText(/Somebody else changed this text/)).toBeVisible();
  expect(field).toHaveValue('I met Ellen in May. She stayed.');
  expect(document.querySelector('del')).toHaveTextContent('[name]');
});

test('what was typed stays in sight when somebody else decides the story', async () => {
  const one = testimony(1, { redactedText: 'I met Ellen in May.', version: 3 });
  fakeStaff([one]);
  const { user, client } = renderTestimony(one);
  await user.click(await screen.findByRole('button', { name: 'Edit text' }));
  await user.type(screen.getByLabelText('Text as readers will see it'), ' She stayed.');
  Object.assign(one, { status: 'approved', version: 4 });
  await act(() => client.invalidateQueries());
  expect(await screen.findByText(/Somebody else decided this story/)).toBeVisible();
  expect(screen.getByText('I met Ellen in May. She stayed.')).toBeVisible();
  await user.click(press('Discard my words'));
  expect(screen.queryByText(/Somebody else decided this story/)).not.toBeInTheDocument();
});

test('an earlier edit can be viewed', async () => {
  const one = testimony(1, { redactedText: 'I met [name].', previousText: 'I met Ellen.' });
  fakeStaff([one]);
  const { user } = renderTestimony(one);
  await user.click(await screen.findByRole('button', { name: 'Show the last change' }));
  expect(document.querySelector('del')).toHaveTextContent('Ellen.');
});

test('topics can be corrected, at most five', async () => {
  const { sent } = fakeStaff([testimony(1)]);
  const { user } = renderTestimony(testimony(1));
  await user.click(await screen.findByRole('button', { name: 'Correct topics' }));
  await user.click(press('Grief & loss'));
  for (const name of ['Fear', 'Loneliness', 'Anger', 'Marriage', 'Parenting'])
    await user.click(press(name));
  expect(press('Temptation')).toBeDisabled();
  await user.click(press('Save topics'));
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
      topics: ['fear', 'loneliness', 'anger', 'marriage', 'parenting'],
    }),
  );
});

test('the internal note is separate, and a failed save keeps the draft', async () => {
  let down = true;
  const one = testimony(1);
  const path = `/api/admin/testimonies/${one.id}`;
  const { sent } = fakeStaff([one], {
    [path]: (call) => {
      if (call.method !== 'PATCH') return answer(200, { story: one, timeline: [], flood: [] });
      if (down) return unreachable();
      Object.assign(one, call.body);
      return answer(200, one);
    },
  });
  const { user } = renderTestimony(one);
  const note = await screen.findByLabelText('Internal note');
  await user.type(note, 'Ask Daniel.');
  await user.click(press('Save note'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The note could not be saved.');
  expect(note).toHaveValue('Ask Daniel.');
  down = false;
  await user.click(press('Save note'));
  expect(await screen.findByText('Note saved.')).toBeVisible();
  expect([...sent].reverse().find(({ method }) => method === 'PATCH')?.body).toMatchObject({
    internalNote: 'Ask Daniel.',
  });
});

test('a deleted testimony shows an error', async () => {
  const path = `/api/admin/testimonies/${testimony(7).id}`;
  fakeStaff([testimony(1)], { [path]: () => answer(404, { code: 'NOT_FOUND', message: 'x' }) });
  renderTestimony(testimony(7));
  expect(await screen.findByText(/This story is gone/)).toBeVisible();
});

test('a rejected testimony shows the notes to its author', async () => {
  const one = testimony(1, { status: 'rejected', moderationNotes: 'Thank you for writing.' });
  fakeStaff([one]);
  renderTestimony(one);
  expect(await screen.findByText('What the author was told')).toBeVisible();
  expect(screen.getByText('Thank you for writing.')).toBeVisible();
});

test('a long text and a right-to-left one are shown in full, each in its own direction', async () => {
  const words = `${'word '.repeat(2000)}end`;
  const one = testimony(1, { redactedText: `${words}\n\nהרופא אמר לי לנוח עם [name].` });
  fakeStaff([one]);
  renderTestimony(one);
  const [paragraph] = await screen.findAllByText(
    (_, element) => element?.tagName === 'P' && element.textContent === words,
  );
  expect(paragraph).toHaveAttribute('dir', 'auto');
  expect(screen.getByText(/הרופא/, { selector: 'p' })).toHaveAttribute('dir', 'auto');
});

test('a testimony is deleted at its author’s request after confirmation, and leaves the list', async () => {
  const path = `/api/admin/testimonies/${testimony(1).id}`;
  let failing = true;
  const { sent } = fakeStaff([testimony(1), testimony(2)], {
    [path]: ({ method }) => {
      if (method !== 'DELETE') return answer(200, { story: testimony(1), timeline: [], flood: [] });
      return failing
        ? answer(503, { message: 'Please wait.' })
        : new Response(null, { status: 204 });
    },
  });
  const { user } = renderTestimony(testimony(1));
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete for its author' }));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('gone for good');
  };
  await ask();
  await user.click(press('Cancel'));
  expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
  await ask();
  await user.click(press('Delete story'));
  const failure = await screen.findByRole('alertdialog', {
    name: 'The story could not be deleted',
  });
  expect(failure).toHaveTextContent('Please wait.');
  await user.click(press('OK'));
  failing = false;
  await ask();
  await user.click(press('Delete story'));
  expect(await screen.findByText(/is deleted\.$/)).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /00000001/ })).not.toBeInTheDocument(),
  );
});

test('staff read why a story is marked for a check', async () => {
  const told = testimony(1, {
    redactedText: 'I wanted to die. Today I sing.',
    crisisSeverity: 1,
    crisisCategory: 'suicide_ideation',
    dangerMarks: [{ start: 2, end: 15 }],
  });
  fakeStaff([told, testimony(2, { crisisSeverity: 1 })]);
  renderTestimony(told);
  expect(await screen.findByText('The underlined words may speak of danger.')).toBeVisible();
  expect(within(screen.getByRole('article')).getByText('wanted to die')).toBeVisible();
});

test('the card and the heading say what the story says, and the card shows what speaks for danger', async () => {
  const redactedText = `${'Every evening was long and quiet. '.repeat(12)}I wanted to die. Today I sing.`;
  const start = redactedText.indexOf('wanted to die');
  const told = testimony(1, {
    redactedText,
    crisisSeverity: 1,
    topics: ['grief', 'hope'],
    dangerMarks: [{ start, end: start + 13 }],
  });
  fakeStaff([told]);
  renderScreen(<TestimoniesTab />, { path: '/admin', at: '/admin' });
  const card = await screen.findByRole('button', { name: /00000001/ });
  const title = 'Every evening was long and quiet. Every evening was long and…';
  expect(card).toHaveTextContent(new RegExp(`^${title}`));
  const mark = within(card).getByText('wanted to die');
  expect(mark.tagName).toBe('MARK');
  expect(mark).toHaveTextContent('may speak of danger: wanted to die');
  fireEvent.click(card);
  expect(await screen.findByRole('heading', { name: `${title} Story …00000001` })).toHaveFocus();
});

test('a story of which no single phrase speaks of danger is to be read whole', async () => {
  fakeStaff([testimony(1, { crisisSeverity: 1 })]);
  renderTestimony(testimony(1, { crisisSeverity: 1 }));
  expect(await screen.findByText(/^No single phrase speaks of danger/)).toBeVisible();
});

test('the prayer team prays for a published testimony, and only for one that readers see', async () => {
  const published = testimony(1, { status: 'approved', moderatedAt: '2026-11-21T12:00:00Z' });
  const path = `/api/admin/testimonies/${published.id}/prayed`;
  let failing = true;
  const { sent } = fakeStaff([published], {
    [path]: () =>
      failing ? answer(503, { message: 'Please wait.' }) : new Response(null, { status: 204 }),
  });
  const { user } = renderTestimony(published);
  const pray = () => screen.findByRole('button', { name: 'I prayed for this' });
  await user.click(await pray());
  expect(await screen.findByRole('alert')).toHaveTextContent('Please wait.');
  failing = false;
  await user.click(await pray());
  expect(await screen.findByText(/^Thank you\. The author will read/)).toHaveFocus();
  expect(sent.filter((one) => one.path === path)).toHaveLength(2);
});

test.each([{ status: 'pending' }, { status: 'approved', isHidden: true }] as const)(
  'nobody is asked to pray for %j',
  async (change) => {
    fakeStaff([testimony(1, change)]);
    renderTestimony(testimony(1, change));
    expect(await screen.findByRole('heading', { name: /^Story …/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I prayed for this' })).not.toBeInTheDocument();
  },
);
