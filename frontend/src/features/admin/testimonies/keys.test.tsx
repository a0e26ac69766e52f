import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts } from '@/lib/drafts';
import { fakeStaff } from '@/testing/fake-staff';
import { testimonyFixture as testimony } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import { switchShortcuts } from './shortcuts';
import { TestimoniesTab } from './testimonies-tab';
import { reasons } from './testimony-words';

beforeEach(() => {
  dropAllDrafts();
  switchShortcuts(true);
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));
});

async function open(count = 2) {
  const { sent } = fakeStaff(Array.from({ length: count }, (_, number) => testimony(number + 1)));
  const { user } = renderScreen(<TestimoniesTab />, { path: '/admin', at: '/admin' });
  await screen.findByRole('group', { name: 'Decide' });
  return {
    user,
    sent,
    steps: () => sent.filter(({ path }) => path === '/api/admin/moderate').map(({ body }) => body),
    reason: () => screen.getByRole('textbox', { name: 'Reason' }),
  };
}
const second = reasons.templates[1][1];

test('three presses reject: R, the number of the reason, Ctrl+Enter; the next story stands there', async () => {
  const { user, steps, reason } = await open();
  await user.keyboard('r');
  expect(reason()).toHaveFocus();
  await user.keyboard('2');
  expect(reason()).toHaveValue(second);
  expect(screen.getByRole('button', { name: 'About somebody else' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(steps()).toMatchObject([{ action: 'reject', notes: second }]));
  await waitFor(() => expect(screen.getByRole('article')).toHaveAccessibleName(/00000002/));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('⌘+Enter sends, too, and another number replaces a template that was not changed', async () => {
  const { user, steps, reason } = await open();
  await user.keyboard('r25');
  expect(reason()).toHaveValue(reasons.templates[4][1]);
  await user.keyboard('9');
  expect(reason(), 'there is no ninth template').toHaveValue(`${reasons.templates[4][1]}9`);
  await user.keyboard('{Meta>}{Enter}{/Meta}');
  await waitFor(() => expect(steps()).toHaveLength(1));
});

test('in words of their own, digits and Enter are text', async () => {
  const { user, steps, reason } = await open();
  await user.keyboard('rIn 2 days{Enter}3');
  expect(reason()).toHaveValue('In 2 days\n3');
  expect(steps()).toEqual([]);
});

test('Escape leaves and sends nothing; what was written is still there', async () => {
  const { user, steps, reason } = await open();
  await user.keyboard('r1');
  // As the browser does when Escape is pressed in a modal dialog.
  screen.getByRole('alertdialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(steps()).toEqual([]);
  await user.keyboard('r');
  expect(reason()).toHaveValue(reasons.templates[0][1]);
});

test('Ctrl+Enter with no reason does nothing but leave', async () => {
  const { user, steps } = await open();
  await user.keyboard('r{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(steps()).toEqual([]);
});

test('with the keys switched off, digits are text and the templates name no key', async () => {
  const { user, reason } = await open();
  switchShortcuts(false);
  await user.click(screen.getByRole('button', { name: /^Reject/ }));
  await user.keyboard('2');
  expect(reason()).toHaveValue('2');
  expect(screen.getByRole('button', { name: 'About somebody else' })).not.toHaveAttribute(
    'aria-keyshortcuts',
  );
});

test('the story that comes next is loaded ahead', async () => {
  const { sent } = await open(3);
  const asked = () => sent.map(({ path }) => path);
  await waitFor(() => expect(asked()).toContain(`/api/admin/testimonies/${testimony(2).id}`));
  expect(asked()).not.toContain(`/api/admin/testimonies/${testimony(3).id}`);
});
