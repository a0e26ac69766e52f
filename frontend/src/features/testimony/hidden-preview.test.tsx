import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { dropAllDrafts } from '@/lib/drafts';
import { answer, fakeApi, resources, type Sent, unreachable, waiting } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { TestimonyScreen } from './testimony-screen';

beforeEach(dropAllDrafts);

const PREVIEW = '/api/testimonies/preview';
const TESTIMONY = 'My sister Adaeze kept the lantern.';

interface Asked {
  whatHappened: string;
  alsoHide: string[];
}

/** The mocked response: Adaeze is a person's name, and requested words are hidden. */
const read = ({ body }: Sent) => {
  const { whatHappened, alsoHide } = body as Asked;
  const found = [
    { words: 'Adaeze', type: 'PERSON', placeholder: '[name]' },
    ...alsoHide.map((words) => ({ words, type: 'HIDDEN', placeholder: '[hidden]' })),
  ];
  const spans = found
    .map(({ words, ...rest }) => {
      const start = whatHappened.toLowerCase().indexOf(words.toLowerCase());
      return { start, end: start + words.length, ...rest };
    })
    .filter(({ start }) => start >= 0)
    .sort((one, other) => one.start - other.start);
  const empty = { text: '', spans: [] };
  const fields = { whatHappened: { text: '', spans }, whatHelped: empty, whatChanged: empty };
  const notFound = alsoHide.filter(
    (words) => !whatHappened.toLowerCase().includes(words.toLowerCase()),
  );
  return answer(200, { fields, notFound, crisis: false, resources: null });
};

async function open(handlers: Parameters<typeof fakeApi>[0], testimony = TESTIMONY) {
  const sent = fakeApi(handlers);
  const view = renderScreen(<TestimonyScreen />, { path: '/testimony' });
  if (testimony)
    await view.user.type(screen.getByRole('textbox', { name: 'What happened?' }), testimony);
  await view.user.click(screen.getByRole('button', { name: 'See what will be hidden' }));
  const preview = await screen.findByRole('region', { name: 'What will be hidden' });
  return { ...view, sent, preview, asked: () => sent.filter(({ path }) => path === PREVIEW) };
}

test('success: hidden words are marked in the text, and focus moves to the preview', async () => {
  const { preview } = await open({ [PREVIEW]: read });
  expect(await within(preview).findByText('[name]')).toHaveAttribute('data-kind', 'PERSON');
  expect(preview).toHaveTextContent('My sister [name] kept the lantern.');
  expect(preview).not.toHaveTextContent('Adaeze');
  expect(within(preview).getByRole('heading', { name: 'What will be hidden' })).toHaveFocus();
});

test('a word to hide that is not in the story is named', async () => {
  const { preview, user } = await open({ [PREVIEW]: read });
  const field = within(preview).getByRole('textbox', { name: 'Also hide these words' });
  await user.type(field, 'Obinna{Enter}');
  const notice = await within(preview).findByText(/“Obinna” is not in your story/);
  expect(notice.closest('[role="status"]')).toBeInTheDocument();
  await user.click(within(preview).getByRole('button', { name: 'Stop hiding “Obinna”' }));
  await waitFor(() => expect(notice).not.toBeInTheDocument());
});

test('loading is announced', async () => {
  const { preview } = await open({ [PREVIEW]: waiting });
  expect(within(preview).getByText('Reading your story…')).toBeVisible();
});

test('empty: nothing is requested before something is written', async () => {
  const { preview, asked } = await open({ [PREVIEW]: read }, '');
  expect(within(preview).getByText(/Write a little first/)).toBeVisible();
  expect(asked()).toEqual([]);
});

test('empty: says so when nothing was found', async () => {
  const { preview } = await open({ [PREVIEW]: read }, 'We sat and prayed.');
  expect(
    await within(preview).findByText('We found nothing that needs to be hidden.'),
  ).toBeVisible();
});

test('error: a validation error of the server is shown, and a retry is possible', async () => {
  const fields = { whatHappened: 'Please shorten this to 5,000 characters.' };
  const { preview, user, asked } = await open({
    [PREVIEW]: () => answer(422, { code: 'INVALID_FIELDS', message: 'Check.', fields }),
  });
  expect(await within(preview).findByRole('alert')).toHaveTextContent(
    'What happened? Please shorten this to 5,000 characters.',
  );
  await user.click(within(preview).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(asked()).toHaveLength(2));
});

test('offline: the text is still there', async () => {
  const { preview } = await open({ [PREVIEW]: unreachable });
  expect(await within(preview).findByText(/You seem to be offline/)).toHaveTextContent(
    'You seem to be offline',
  );
  expect(screen.getByRole('textbox', { name: 'What happened?' })).toHaveValue(TESTIMONY);
});

test('crisis: help opens once, and the preview is withheld', async () => {
  const { preview, dialogs } = await open({
    [PREVIEW]: () => answer(200, { fields: null, crisis: true, resources }),
  });
  expect(await within(preview).findByText(/This can wait/)).toBeVisible();
  expect(dialogs.showCrisis).toHaveBeenCalledExactlyOnceWith(resources);
});

test('a typed word is hidden and sent with the testimony, and can be shown again', async () => {
  const { preview, user, asked } = await open({ [PREVIEW]: read });
  const wish = within(preview).getByRole('textbox', { name: 'Also hide these words' });
  await user.type(wish, 'Lantern{Enter}');
  expect(await within(preview).findByText('[hidden]')).toBeVisible();
  expect(preview).toHaveTextContent('My sister [name] kept the [hidden].');
  expect(asked().at(-1)?.body).toMatchObject({ alsoHide: ['Lantern'] });
  expect(wish).toHaveValue('');

  await user.click(within(preview).getByRole('button', { name: 'Stop hiding “Lantern”' }));
  await waitFor(() => expect(preview).toHaveTextContent('kept the lantern.'));
  expect(asked().at(-1)?.body).toMatchObject({ alsoHide: [] });
});

test('a word left in the field is hidden, whichever control comes next', async () => {
  const { preview, user, asked } = await open({ [PREVIEW]: read });
  await user.type(
    within(preview).getByRole('textbox', { name: 'Also hide these words' }),
    ' lantern ',
  );
  await user.click(screen.getByRole('textbox', { name: 'What changed?' }));
  expect(await within(preview).findByText('[hidden]')).toBeVisible();
  expect(asked().at(-1)?.body).toMatchObject({ alsoHide: ['lantern'] });
});

test('a word not yet added is sent too, and nothing can be shown again while sending', async () => {
  const sending = '/api/testimonies';
  const { preview, user, sent } = await open({ [PREVIEW]: read, [sending]: waiting });
  await user.click(await within(preview).findByRole('button', { name: 'Choose words to hide' }));
  await user.type(screen.getByRole('textbox', { name: 'What helped you?' }), 'A neighbour.');
  await user.type(screen.getByRole('textbox', { name: 'What changed?' }), 'I sleep again.');
  await user.click(screen.getByRole('checkbox', { name: /I agree/ }));
  const wish = within(preview).getByRole('textbox', { name: 'Also hide these words' });
  await user.type(wish, 'lantern');
  // Enter in another field, or a press that does not move focus.
  fireEvent.submit(screen.getByRole('checkbox', { name: /I agree/ }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path === sending)?.body).toMatchObject({
      alsoHide: ['lantern'],
    }),
  );
  expect(wish).toHaveAttribute('readonly');
  const chip = within(preview).getByRole('button', { name: 'Stop hiding “lantern”' });
  expect(chip).toHaveAttribute('aria-disabled', 'true');
  await user.click(chip);
  await user.click(within(preview).getByRole('button', { name: 'Hide “sister”' }));
  expect(chip).toBeInTheDocument();
  expect(within(preview).queryByRole('button', { name: 'Stop hiding “sister”' })).toBeNull();
});

test('a tapped word is hidden, and shown again when tapped once more', async () => {
  const { preview, user } = await open({ [PREVIEW]: read });
  await user.click(await within(preview).findByRole('button', { name: 'Choose words to hide' }));
  await user.click(within(preview).getByRole('button', { name: 'Hide “lantern”' }));
  const hidden = await within(preview).findByRole('button', { name: 'Show “lantern” again' });
  expect(hidden).toHaveFocus();
  await user.click(hidden);
  expect(await within(preview).findByRole('button', { name: 'Hide “lantern”' })).toHaveFocus();
});

test('a testimony changed since the preview is previewed again on demand', async () => {
  const { preview, user } = await open({ [PREVIEW]: read });
  await within(preview).findByText('[name]');
  await user.type(screen.getByRole('textbox', { name: 'What happened?' }), ' So did I.');
  await user.click(within(preview).getByRole('button', { name: 'Look again' }));
  await waitFor(() => expect(preview).toHaveTextContent('So did I.'));
});

test('a crisis text that no server could read: the helplines once, and the error below', async () => {
  const testimony = 'I want to end my life.';
  const { preview, user, dialogs, asked } = await open({ [PREVIEW]: unreachable }, testimony);
  await waitFor(() =>
    expect(dialogs.showBundledHelp).toHaveBeenCalledExactlyOnceWith('suicide_ideation'),
  );
  await user.click(await within(preview).findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(await within(preview).findByText(/You seem to be offline/)).toHaveTextContent(
    'You seem to be offline',
  );
  expect(dialogs.showBundledHelp).toHaveBeenCalledOnce();
});

test('a crisis in an outdated preview response still opens help', async () => {
  let reply = (_: Response) => {};
  const first = new Promise<Response>((resolve) => {
    reply = resolve;
  });
  let looks = 0;
  const { preview, user, dialogs } = await open({
    [PREVIEW]: (sent) => {
      looks += 1;
      return looks === 1 ? first : read(sent);
    },
  });
  await user.type(
    within(preview).getByRole('textbox', { name: 'Also hide these words' }),
    'lantern{Enter}',
  );
  expect(await within(preview).findByText('[hidden]')).toBeVisible();
  reply(answer(200, { fields: null, crisis: true, resources }));
  await waitFor(() => expect(dialogs.showCrisis).toHaveBeenCalledExactlyOnceWith(resources));
  expect(within(preview).getByText('[hidden]')).toBeVisible();
});
