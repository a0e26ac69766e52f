import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Listen } from './listen';

const TEXT = 'You are not failing.\n\n“Be still.” He hears you.\nPsalm 4:8';
const SENTENCES = ['You are not failing.', '“Be still.”', 'He hears you.', 'Psalm 4:8'];

interface Utterance {
  text: string;
  rate: number;
  voice: SpeechSynthesisVoice;
  onend: (() => void) | null;
  onerror: (() => void) | null;
}

/** Mocks speech synthesis with these voices, and records what is spoken. */
function fakeSpeech(...voices: Partial<SpeechSynthesisVoice>[]) {
  const spoken: Utterance[] = [];
  const speech = {
    cancel: vi.fn(),
    speak: (utterance: Utterance) => spoken.push(utterance),
    speaking: true,
    paused: false,
    resume: vi.fn(),
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
  const end = () => act(() => spoken.at(-1)?.onend?.());
  return { spoken, voices, speech, end, texts: () => spoken.map(({ text }) => text) };
}

const own = { name: 'Own', lang: 'en_US', localService: true };
const ofACompany = { name: 'Far', lang: 'en-US', localService: false, default: true };
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('without a voice there is no button', () => {
  render(<Listen text={TEXT} />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a remote voice, or one in another language, is not offered', () => {
  fakeSpeech(ofACompany, { name: 'Eigene', lang: 'de-DE', localService: true });
  render(<Listen text={TEXT} />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a Spanish text is read by a Spanish voice, and without one there is no button', () => {
  const spanish = { name: 'Paulina', lang: 'es-MX', localService: true };
  const { spoken } = fakeSpeech(own, { ...spanish, name: 'Est', lang: 'est-EE' }, spanish);
  const { unmount } = render(<Listen text="No temas." lang="es" />);
  press('Listen');
  expect(spoken[0]?.voice.name).toBe('Paulina');
  unmount();
  fakeSpeech(own);
  render(<Listen text="No temas." lang="es" />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a voice that loads late is offered when available', () => {
  const { voices, speech } = fakeSpeech();
  render(<Listen text={TEXT} />);
  voices.push(own);
  act(() => speech.onvoiceschanged?.());
  expect(screen.getByRole('button', { name: 'Listen' })).toBeVisible();
});

test.each([
  [['Zarvox', 'Plain', 'Ava (Premium)'], 'Ava (Premium)'],
  [['Zarvox', 'Plain'], 'Plain'],
  [['Zarvox'], 'Zarvox'],
])('of the voices %j the best one reads: %s', (names, best) => {
  const { spoken } = fakeSpeech(ofACompany, ...names.map((name) => ({ ...own, name })));
  render(<Listen text={TEXT} />);
  press('Listen');
  expect(spoken[0]?.voice.name).toBe(best);
});

test.each([
  [['en-US'], ['es-ES', 'es_MX'], 'es_MX'],
  [['es-AR', 'es'], ['es-ES', 'es-US'], 'es-US'],
  [['en-US', 'es-ES'], ['es-MX', 'es-ES'], 'es-ES'],
  [['es'], ['es-ES'], 'es-ES'],
])(
  'where the browser names %j, of the voices %j Spanish is read by %s',
  (languages, voices, best) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    const { spoken } = fakeSpeech(...voices.map((lang) => ({ ...own, name: lang, lang })));
    render(<Listen text="No temas." lang="es" />);
    press('Listen');
    expect(spoken[0]?.voice.name).toBe(best);
  },
);

test('it reads sentence by sentence, and ends', () => {
  const { texts, end } = fakeSpeech(own);
  render(<Listen text={TEXT} />);
  press('Listen');
  expect(texts()).toEqual(SENTENCES.slice(0, 1));
  for (const _ of SENTENCES) end();
  expect(texts()).toEqual(SENTENCES);
  expect(screen.getByRole('button', { name: 'Listen' })).toBeVisible();
});

test('after a pause it goes on with the sentence that was cut off', () => {
  const { texts, end, speech, spoken } = fakeSpeech(own);
  render(<Listen text={TEXT} />);
  press('Listen');
  end();
  press('Pause');
  expect(speech.cancel).toHaveBeenCalledTimes(1);
  // The browser reports the cancelled sentence late: it must not go on.
  act(() => spoken.at(-1)?.onend?.());
  expect(texts()).toEqual(SENTENCES.slice(0, 2));
  press('Continue');
  expect(texts()).toEqual([...SENTENCES.slice(0, 2), SENTENCES[1]]);
});

test('another speed counts at once', () => {
  const { spoken } = fakeSpeech(own);
  render(<Listen text={TEXT} />);
  press('Listen');
  choose('Speed', 'slow');
  expect(spoken.map(({ rate }) => rate)).toEqual([0.92, 0.75]);
  expect(spoken[1]?.text).toBe(SENTENCES[0]);
});

test('with a sleep timer it reads again until the time is over, and ends with a sentence', () => {
  const { texts, end } = fakeSpeech(own);
  render(<Listen text={TEXT} />);
  press('Listen');
  choose('Sleep timer', '5');
  for (const _ of SENTENCES) end();
  expect(texts()).toEqual([...SENTENCES, SENTENCES[0]]);
  vi.advanceTimersByTime(5 * 60_000);
  expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
  end();
  expect(texts()).toHaveLength(5);
  // The timer that is still shown counts for the next time, too.
  press('Listen');
  for (const _ of SENTENCES) end();
  expect(texts()).toHaveLength(10);
});

test('a sentence that the device drops is begun again, twice at most', () => {
  const { texts, speech, end } = fakeSpeech(own);
  render(<Listen text={TEXT} />);
  press('Listen');
  end();
  const look = (times: number) => act(() => vi.advanceTimersByTime(times * 1000));
  look(10);
  expect(texts()).toHaveLength(2);
  // Between two sentences it is silent for a moment.
  speech.speaking = false;
  look(1);
  speech.speaking = true;
  look(1);
  expect(texts()).toHaveLength(2);
  speech.speaking = false;
  look(2);
  expect(texts().slice(1)).toEqual([SENTENCES[1], SENTENCES[1]]);
  look(2);
  expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
  look(2);
  expect(texts()).toHaveLength(4);
  expect(screen.getByRole('button', { name: 'Listen' })).toBeVisible();
});

test('what falls silent when the screen goes dark waits until it is asked for', () => {
  const { texts, speech } = fakeSpeech(own);
  render(<Listen text={TEXT} />);
  press('Listen');
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  speech.speaking = false;
  act(() => vi.advanceTimersByTime(60_000));
  expect(texts()).toHaveLength(1);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  press('Continue');
  expect(texts()).toEqual([SENTENCES[0], SENTENCES[0]]);
});

test('speech that ends with an error waits for the person when the screen is dark, and else is over', () => {
  const { texts, spoken } = fakeSpeech(own);
  render(<Listen text={TEXT} />);
  press('Listen');
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  act(() => spoken.at(-1)?.onerror?.());
  hidden.mockReturnValue(false);
  press('Continue');
  expect(texts()).toEqual([SENTENCES[0], SENTENCES[0]]);
  act(() => spoken.at(-1)?.onerror?.());
  expect(screen.getByRole('button', { name: 'Listen' })).toBeVisible();
});

test('a device that another page has left paused speaks', () => {
  const { speech } = fakeSpeech(own);
  speech.paused = true;
  render(<Listen text={TEXT} />);
  press('Listen');
  expect(speech.resume).toHaveBeenCalledOnce();
});

test('while it speaks the screen stays on', async () => {
  fakeSpeech(own);
  const release = vi.fn().mockResolvedValue(undefined);
  const request = vi.fn().mockResolvedValue({ release });
  Object.assign(navigator, { wakeLock: { request } });
  render(<Listen text={TEXT} />);
  expect(request).not.toHaveBeenCalled();
  press('Listen');
  await act(async () => {});
  expect(request).toHaveBeenCalledExactlyOnceWith('screen');
  press('Pause');
  expect(release).toHaveBeenCalledOnce();
  Reflect.deleteProperty(navigator, 'wakeLock');
});

test('stopping, or leaving the screen, silences it', () => {
  const { speech } = fakeSpeech(own);
  const { unmount } = render(<Listen text={TEXT} />);
  press('Listen');
  press('Stop listening');
  expect(speech.cancel).toHaveBeenCalledTimes(1);
  press('Listen');
  unmount();
  expect(speech.cancel).toHaveBeenCalledTimes(2);
});

test('the lock screen shows the app’s name and nothing of the text, and controls the reading', () => {
  const { speech } = fakeSpeech(own);
  const handlers = new Map<string, (() => void) | null>();
  const session = {
    metadata: null as { title: string } | null,
    playbackState: 'none',
    setActionHandler: (action: string, handler: (() => void) | null) =>
      handlers.set(action, handler),
  };
  Object.assign(navigator, { mediaSession: session });
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(init: object) {
        Object.assign(this, init);
      }
    },
  );
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
  render(<Listen text={TEXT} />);
  press('Listen');
  expect(session.metadata?.title).toBe('Stillwater');
  expect(Object.keys(session.metadata ?? {})).toEqual(['title', 'artwork']);
  expect(session.playbackState).toBe('playing');
  act(() => handlers.get('pause')?.());
  expect(screen.getByRole('button', { name: 'Continue' })).toBeVisible();
  expect(session.playbackState).toBe('paused');
  act(() => handlers.get('stop')?.());
  expect(session.metadata).toBeNull();
  expect(handlers.get('play')).toBeNull();
  expect(speech.cancel).toHaveBeenCalled();
  Reflect.deleteProperty(navigator, 'mediaSession');
});
