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
  return renderScreen(<PassageCard topic={topic} />);
};

test('copy takes the message and the scripture, and says so', async () => {
  const { user } = renderCard();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(letter);
  expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
});

test('share is offered where the device can, with the same words', async () => {
  const share = vi.fn().mockRejectedValue(new DOMException('closed', 'AbortError'));
  Object.assign(navigator, { share });
  const { user } = renderCard();
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(share).toHaveBeenCalledWith({ title: topic.title, text: letter });
  Reflect.deleteProperty(navigator, 'share');
});

test('no voice on the device, no button for it', () => {
  renderCard();
  expect(screen.queryByRole('button', { name: 'Listen' })).not.toBeInTheDocument();
});

test('listen reads the same words, and stops when asked', async () => {
  const spoken: string[] = [];
  const cancel = vi.fn();
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      constructor(readonly text: string) {}
    },
  );
  vi.stubGlobal('speechSynthesis', {
    cancel,
    speak: ({ text }: { text: string }) => spoken.push(text),
  });
  const { user } = renderCard();
  await user.click(screen.getByRole('button', { name: 'Listen' }));
  expect(spoken).toEqual([letter]);
  cancel.mockClear();
  await user.click(screen.getByRole('button', { name: 'Stop listening' }));
  expect(cancel).toHaveBeenCalled();
});
