import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi, guidance } from '@/testing/fake-api';
import { renderScreen } from '@/testing/render-screen';
import { PassageCard } from './passage-card';

if (!guidance.topic) throw new Error('the guidance of the tests has a topic');
const topic = guidance.topic;
const letter =
  'When your thoughts will not rest\n\nYou are not failing.\n\nOne thing tonight.\n\n' +
  '“In peace I will both lay myself down and sleep.”\nPsalm 4:8 (World English Bible)';

const renderCard = () => {
  fakeApi();
  return renderScreen(
    <PassageCard letter={{ ...guidance, offline: false }} topic={topic} onAnother={() => {}} />,
  );
};

test('copy takes the message and the scripture, and confirms', async () => {
  const { user } = renderCard();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(letter);
  expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(screen.getByText('You can paste the message and the passage now.')).toBeVisible();
});

test('what cannot be copied is said below the button, and can be tried again', async () => {
  const { user } = renderCard();
  const write = vi
    .spyOn(navigator.clipboard, 'writeText')
    .mockRejectedValueOnce(new Error('denied'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It could not be copied.');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  write.mockRestore();
});

test('a friend is sent the passage: nothing of the letter is in the link', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  Object.assign(navigator, { share });
  const { user } = renderCard();
  await user.click(screen.getByRole('button', { name: 'Send to a friend' }));
  await user.click(await screen.findByRole('button', { name: 'Send a link' }));
  expect(share).toHaveBeenCalledWith({
    title: 'Psalm 4:8',
    url: `${window.location.origin}/passage/Psalm%204%3A8`,
  });
  Reflect.deleteProperty(navigator, 'share');
});
