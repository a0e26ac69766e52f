import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { AlertDialog, Dialog } from './dialog';
import { Question } from './question';

const words = {
  title: 'Delete this?',
  keep: 'Keep it',
  act: 'Delete',
  acting: 'Deleting…',
  failed: 'Failed to delete it',
  failedText: 'Please try again.',
};
const alert = () => screen.getByRole<HTMLDialogElement>('alertdialog');

/** Simulates a second Escape or Back, which the page cannot prevent. */
function closeByForce() {
  const dialog = alert();
  dialog.close();
  fireEvent(dialog, new Event('close'));
}

function ask(act: () => Promise<unknown>) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Question words={words} act={act} onDone={() => {}} onClose={onClose}>
        <p>It goes for good.</p>
      </Question>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onClose };
}

test('an alert and a question are described by their text', async () => {
  const { unmount } = render(<AlertDialog onClose={() => {}}>Nothing was sent.</AlertDialog>);
  expect(alert()).toHaveAccessibleDescription('Nothing was sent.');
  unmount();
  const { user } = ask(() => Promise.reject(new Error('no')));
  expect(alert()).toHaveAccessibleDescription('It goes for good.');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByText('Failed to delete it');
  expect(alert()).toHaveAccessibleDescription('It goes for good.');
});

test('a dialog without a description has no aria-describedby', () => {
  render(
    <Dialog title="Much to read" onClose={() => {}}>
      <p>And so on.</p>
    </Dialog>,
  );
  expect(screen.getByRole('dialog')).not.toHaveAttribute('aria-describedby');
});

test('a close by the browser is reported to the owner', () => {
  const { onClose } = ask(() => new Promise(() => {}));
  closeByForce();
  expect(onClose).toHaveBeenCalledOnce();
});

test('a stale close event of an earlier opening is ignored', () => {
  const { onClose } = ask(() => new Promise(() => {}));
  fireEvent(alert(), new Event('close'));
  expect(onClose).not.toHaveBeenCalled();
});

test('a pending question stays open, and reopens after the browser has closed it', async () => {
  const { user, onClose } = ask(() => new Promise(() => {}));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await screen.findByRole('button', { name: 'Deleting…' });
  fireEvent(alert(), new Event('cancel', { cancelable: true }));
  closeByForce();
  expect(alert()).toHaveAttribute('open');
  expect(onClose).not.toHaveBeenCalled();
});
