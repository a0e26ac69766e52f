import { act, screen } from '@testing-library/react';
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

/** Mocks speech synthesis with these voices, and records what is spoken. */
function fakeSpeech(...voices: Partial<SpeechSynthesisVoice>[]) {
  const spoken: { text: string; voice?: SpeechSynthesisVoice }[] = [];
  const speech = {
    cancel: vi.fn(),
    speak: (utterance: (typeof spoken)[number]) => spoken.push(utterance),
    getVoices: () => voices,
    onvoiceschanged: null as (() => void) | null,
  };
  vi.stubGlobal('speechSynthesis', speech);
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      constructor(readonly text: string) {}
    },
  );
  return { spoken, voices, speech };
}

const own = { name: 'Own', lang: 'en_US', localService: true };
const ofACompany = { name: 'Far', lang: 'en-US', localService: false, default: true };

test('without a voice there is no listen button', () => {
  renderCard();
  expect(screen.queryByRole('button', { name: 'Listen' })).not.toBeInTheDocument();
});

test('a remote voice, or one in another language, is not offered', () => {
  fakeSpeech(ofACompany, { name: 'Eigene', lang: 'de-DE', localService: true });
  renderCard();
  expect(screen.queryByRole('button', { name: 'Listen' })).not.toBeInTheDocument();
});

test('listen speaks the same text with the device’s own voice, and stops on demand', async () => {
  const { spoken, speech } = fakeSpeech(ofACompany, own);
  const { user } = renderCard();
  await user.click(screen.getByRole('button', { name: 'Listen' }));
  expect(spoken).toEqual([expect.objectContaining({ text: letter, voice: own, lang: 'en_US' })]);
  speech.cancel.mockClear();
  await user.click(screen.getByRole('button', { name: 'Stop listening' }));
  expect(speech.cancel).toHaveBeenCalled();
});

test('a voice that loads late is offered when available', () => {
  const { voices, speech } = fakeSpeech();
  renderCard();
  expect(screen.queryByRole('button', { name: 'Listen' })).not.toBeInTheDocument();
  voices.push(own);
  act(() => speech.onvoiceschanged?.());
  expect(screen.getByRole('button', { name: 'Listen' })).toBeVisible();
});
