import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { dropAllDrafts } from '@/lib/drafts';
import { fakeStaff } from '@/testing/fake-staff';
import { testimonyFixture as testimony } from '@/testing/fixtures';
import { renderScreen } from '@/testing/render-screen';
import { switchShortcuts } from './shortcuts';
import { TestimoniesTab } from './testimonies-tab';
import { reasons } from './testimony-words';
import { ARRIVAL_MS } from './use-moderation';

beforeEach(() => {
  dropAllDrafts();
  switchShortcuts(true);
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener() {},
    removeEventListener() {},
  }));
});

const press = (name: RegExp | string) => screen.getByRole('button', { name });
const renderTab = () => renderScreen(<TestimoniesTab />, { path: '/admin', at: '/admin' });

async function open(count = 2) {
  const { sent } = fakeStaff(Array.from({ length: count }, (_, number) => testimony(number + 1)));
  const { user } = renderTab();
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

test('keys: J and K navigate, ? opens the help', async () => {
  fakeStaff([testimony(1), testimony(2)]);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  await user.keyboard('j');
  expect(await screen.findByRole('heading', { name: /Story …00000002/ })).toHaveFocus();
  await user.keyboard('k');
  expect(await screen.findByRole('heading', { name: /Story …00000001/ })).toHaveFocus();
  await user.keyboard('?');
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('keys: A approves, Z undoes, E escalates', async () => {
  const { sent } = fakeStaff([testimony(1), testimony(2)]);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  await user.keyboard('a');
  await screen.findByText('Story 00000001 is approved.');
  await user.keyboard('z');
  await screen.findByText('Story 00000001 is back to how it was.');
  await screen.findByRole('heading', { name: /Story …00000001/ });
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

test('keys: with Shift a letter decides nothing, and with Caps Lock it does', async () => {
  const { sent } = fakeStaff([testimony(1), testimony(2)]);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  await user.keyboard('{Shift>}A{/Shift}');
  expect(sent.some(({ path }) => path === '/api/admin/moderate')).toBe(false);
  await user.keyboard('A');
  await screen.findByText('Story 00000001 is approved.');
});

test('keys: a second press just after the answer does not decide the next story', async () => {
  // Held back, because a slow machine takes longer for its queries than the story is guarded.
  const guards: (() => void)[] = [];
  const { setTimeout: later } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
    ms === ARRIVAL_MS ? guards.push(run) : later(run, ms)) as typeof setTimeout);
  const { sent } = fakeStaff([testimony(1), testimony(2), testimony(3)]);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  await user.keyboard('a');
  await screen.findByRole('heading', { name: /Story …00000002/ });
  await user.keyboard('a');
  const steps = () => sent.filter(({ path }) => path === '/api/admin/moderate');
  expect(steps()).toHaveLength(1);
  act(() => guards.at(-1)?.());
  await user.keyboard('a');
  await screen.findByText('Story 00000002 is approved.');
  expect(steps()).toHaveLength(2);
});

test('keys: R opens the reason dialog, where keys type text', async () => {
  const { sent } = fakeStaff([testimony(1)]);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  await user.keyboard('r');
  await user.type(screen.getByLabelText('Reason'), 'aez');
  expect(screen.getByLabelText('Reason')).toHaveValue('aez');
  expect(sent.some(({ path }) => path === '/api/admin/moderate')).toBe(false);
});

test('keys can be switched off, and stay off', async () => {
  const { sent } = fakeStaff([testimony(1), testimony(2)]);
  const { user } = renderTab();
  await screen.findByRole('heading', { name: /Story …00000001/ });
  await user.click(press('Shortcuts'));
  await user.click(screen.getByRole('checkbox', { name: 'Use these keys on this device' }));
  await user.click(press('Close'));
  await user.keyboard('aj?');
  expect(sent.some(({ path }) => path === '/api/admin/moderate')).toBe(false);
  expect(screen.getByRole('heading', { name: /Story …00000001/ })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(localStorage.getItem('stillwater:staff-shortcuts')).toBe('off');
});
