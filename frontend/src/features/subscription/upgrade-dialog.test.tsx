import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { speak, translated } from '@/lib/language';
import { page } from '@/lib/page';
import { renderScreen } from '@/testing/render-screen';
import { UpgradeDialog } from './upgrade-dialog';
import { upgrade } from './words';
import { upgradeInSpanish } from './words.es';

const NOON = new Date(2026, 10, 20, 12);
const EIGHT_TOMORROW = new Date(2026, 10, 21, 8).toISOString();

// At midnight, a day from now would be worded differently.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
afterEach(() => {
  vi.useRealTimers();
  speak('en', new Map());
});

const open = (resetsAt: string | null, hasLetter = false) => {
  const onClose = vi.fn();
  const rendered = renderScreen(
    <UpgradeDialog resetsAt={resetsAt} hasLetter={hasLetter} onClose={onClose} />,
  );
  return { ...rendered, onClose };
};

test('shows the price, the renewal, how to cancel, and the four benefits', () => {
  open(null);
  const dialog = screen.getByRole('dialog', { name: 'Unlimited Guidance' });
  expect(dialog).toHaveTextContent('$20/month');
  expect(dialog).toHaveTextContent('Renews every month until you cancel');
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(dialog).not.toHaveTextContent('starts again');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('at the limit: starts with when free guidance is available again', () => {
  open(EIGHT_TOMORROW);
  expect(screen.getByText(/It starts again tomorrow at/)).toBeVisible();
});

test('at the limit: what is free comes before the price, and leads there', async () => {
  const { user, onClose } = open(EIGHT_TOMORROW, true);
  const text = screen.getByRole('dialog').textContent ?? '';
  expect(text.indexOf('Free for you now')).toBeLessThan(text.indexOf('$20/month'));
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/result', '/resources', '/instant-support']);
  await user.click(screen.getByRole('link', { name: 'Readings and prayers' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('without a letter of today none is offered', () => {
  open(EIGHT_TOMORROW);
  expect(screen.queryByRole('link', { name: /letter again/ })).not.toBeInTheDocument();
});

test('“Maybe Later” closes, “Upgrade Now” leads to the plan', async () => {
  const go = vi.spyOn(page, 'go').mockImplementation(() => {});
  const { user, onClose } = open(null);
  await user.click(screen.getByRole('button', { name: 'Maybe Later' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Upgrade Now' }));
  expect(go).toHaveBeenCalledWith('/subscribe');
});

test('in Spanish as well: it opens over any screen', () => {
  speak('es', new Map([translated(upgrade, upgradeInSpanish)]));
  open(EIGHT_TOMORROW);
  const dialog = screen.getByRole('dialog', { name: 'Guía sin límite' });
  expect(dialog).toHaveTextContent(/La tendrás otra vez mañana a las? \d{1,2}:\d\d [ap]m\.G/);
  expect(dialog).toHaveTextContent('Peticiones de oración personales');
  expect(screen.getByRole('button', { name: 'Quizá más tarde' })).toBeVisible();
});
