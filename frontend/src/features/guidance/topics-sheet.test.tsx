import topics from '@content/topics.json';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import TopicsSheet from './topics-sheet';

test('the sheet has every topic once, in a group, and a choice closes it', async () => {
  fakeApi();
  const [onChoose, onClose] = [vi.fn(), vi.fn()];
  const { user } = renderScreen(
    <TopicsSheet topics={topics} chosen="grief" onChoose={onChoose} onClose={onClose} />,
  );
  const sheet = within(screen.getByRole('dialog', { name: 'What is it about?' }));
  for (const { name } of topics) expect(sheet.getAllByText(name)).toHaveLength(1);
  // A new topic needs a group.
  expect(sheet.queryByRole('region', { name: 'More' })).toBeNull();
  expect(sheet.getByRole('button', { name: 'Grief & loss' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await user.click(sheet.getByRole('button', { name: 'Fear' }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('fear');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a topic that has no group stands in the last one', () => {
  fakeApi();
  renderScreen(
    <TopicsSheet
      topics={[{ id: 'new', name: 'Something new' }]}
      chosen={null}
      onChoose={() => {}}
      onClose={() => {}}
    />,
  );
  const more = within(screen.getByRole('region', { name: 'More' }));
  expect(more.getByRole('button', { name: 'Something new' })).toBeVisible();
});
