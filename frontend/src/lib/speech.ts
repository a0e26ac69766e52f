/**
 * Reads a text aloud by sentence, with the best voice of the device. Remote voices are never used: they would send the
 * text to their provider.
 *
 * By sentence, because browsers stop in long texts without a word, and because on Android `pause` ends what is spoken:
 * a pause here cancels, and goes on with the same sentence. Phones fall silent when the screen goes dark, so it is kept
 * on; and whatever falls silent without a word is noticed.
 */
import { useEffect, useRef, useState } from 'react';
import { type LockScreen, showOnLockScreen } from './lock-screen';
import { sentencesOf } from './passage';
import { useAwake } from './use-awake';

type SpeechState = 'idle' | 'speaking' | 'paused';

export interface Speech {
  state: SpeechState;
  /** 1 is the usual speed of the voice. */
  rate: number;
  /** Minutes until it stops at the end of a sentence; until then it begins again at the end. `null` reads once. */
  sleepAfter: number | null;
  start(text: string): void;
  pause(): void;
  resume(): void;
  stop(): void;
  setRate(rate: number): void;
  setSleepAfter(minutes: number | null): void;
}

/** A little slower than usual. */
export const USUAL_RATE = 0.92;
const MS_PER_MINUTE = 60_000;
/** How often it is looked whether the device still speaks. */
const LOOK_INTERVAL_MS = 1000;
/** How often in a row a sentence that the device has dropped is begun again. */
const MAX_RESTARTS = 2;

/** `null` without a voice for the language. Leaving the screen stops it. */
export function useSpeech(lang: string): Speech | null {
  const [state, setState] = useState<SpeechState>('idle');
  const [rate, setRate] = useState(USUAL_RATE);
  const [sleepAfter, setSleepAfter] = useState<number | null>(null);
  const voice = useVoice(lang);
  const [reader] = useState(() => new Reader(setState));
  useEffect(() => () => reader.stop(), [reader]);
  useAwake(state === 'speaking');
  if (!voice) return null;
  return {
    state,
    rate,
    sleepAfter,
    start: (text) => reader.start(text, voice),
    pause: () => reader.pause(),
    resume: () => reader.resume(),
    stop: () => reader.stop(),
    setRate(next) {
      setRate(next);
      reader.changeRate(next);
    },
    setSleepAfter(minutes) {
      setSleepAfter(minutes);
      reader.sleepIn(minutes);
    },
  };
}

function useVoice(lang: string): SpeechSynthesisVoice | null {
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null);
  const synthesis = useRef(typeof speechSynthesis === 'undefined' ? null : speechSynthesis).current;
  useEffect(() => {
    if (!synthesis) return;
    const choose = () => setVoice(bestVoice(synthesis.getVoices(), lang));
    choose();
    // Some browsers load their voices asynchronously.
    synthesis.onvoiceschanged = choose;
    return () => {
      synthesis.onvoiceschanged = null;
    };
  }, [synthesis, lang]);
  return voice;
}

/** Where the reading is, outside React: the browser's events come in any order. */
class Reader {
  private sleepAfter: number | null = null;
  private sleepAt: number | null = null;
  private rate = USUAL_RATE;
  private sentences: string[] = [];
  private at = 0;
  private voice: SpeechSynthesisVoice | null = null;
  /** Kept, because a browser may collect an utterance before it ends, and then no event comes. */
  private utterance: SpeechSynthesisUtterance | null = null;
  private lockScreen: LockScreen | null = null;
  private watch: ReturnType<typeof setInterval> | undefined;
  private wasSilent = false;
  private restarts = 0;

  constructor(private readonly onState: (state: SpeechState) => void) {}

  start(text: string, voice: SpeechSynthesisVoice) {
    this.sentences = sentencesOf(text);
    this.voice = voice;
    this.at = 0;
    this.sleepIn(this.sleepAfter);
    this.lockScreen ??= showOnLockScreen({
      play: () => this.resume(),
      pause: () => this.pause(),
      stop: () => this.stop(),
    });
    this.resume();
  }

  /** Counts from now, and again from each start. */
  sleepIn(minutes: number | null) {
    this.sleepAfter = minutes;
    this.sleepAt = minutes === null ? null : Date.now() + minutes * MS_PER_MINUTE;
  }

  pause() {
    this.silence();
    this.lockScreen?.set('paused');
    this.onState('paused');
  }

  resume() {
    this.silence();
    this.lockScreen?.set('playing');
    this.onState('speaking');
    this.restarts = 0;
    this.watch = setInterval(() => this.look(), LOOK_INTERVAL_MS);
    this.speak();
  }

  stop() {
    this.silence();
    this.lockScreen?.end();
    this.lockScreen = null;
    this.onState('idle');
  }

  changeRate(rate: number) {
    this.rate = rate;
    if (this.utterance) this.resume();
  }

  /** Ends what is spoken; its late events count no more. */
  private silence() {
    clearInterval(this.watch);
    if (!this.utterance) return;
    this.utterance.onend = null;
    this.utterance.onerror = null;
    this.utterance = null;
    speechSynthesis.cancel();
  }

  private speak() {
    const sentence = this.sentences[this.at];
    if (sentence === undefined || !this.voice) {
      this.stop();
      return;
    }
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.voice = this.voice;
    utterance.lang = this.voice.lang;
    utterance.rate = this.rate;
    utterance.onend = () => this.next();
    // Some phones end speech with an error when the screen goes dark.
    utterance.onerror = () => (document.hidden ? this.pause() : this.stop());
    this.utterance = utterance;
    this.wasSilent = false;
    // Another page of this browser may have left it paused.
    if (speechSynthesis.paused) speechSynthesis.resume();
    speechSynthesis.speak(utterance);
  }

  /**
   * Browsers drop a sentence without an event: after a cancel, or when the screen goes dark. In sight it is begun again;
   * out of sight it waits, so that no voice begins when the phone is taken up later.
   */
  private look() {
    const isSilent = !speechSynthesis.speaking && !speechSynthesis.pending;
    const isDropped = isSilent && this.wasSilent;
    this.wasSilent = isSilent;
    if (!isDropped) return;
    if (document.hidden) this.pause();
    else if (this.restarts < MAX_RESTARTS) {
      this.restarts += 1;
      this.speak();
    } else this.stop();
  }

  private next() {
    this.utterance = null;
    this.restarts = 0;
    if (this.sleepAt !== null && Date.now() >= this.sleepAt) {
      this.stop();
      return;
    }
    this.at += 1;
    if (this.at >= this.sentences.length && this.sleepAt !== null) this.at = 0;
    this.speak();
  }
}

/** Words by which systems name their better voices. */
const BETTER = /\b(siri|natural|neural|premium|enhanced)\b/i;
/** Voices made for fun, or very mechanical. */
const UNFIT =
  /^(albert|bad news|bahh|bells|boing|bubbles|cellos|fred|good news|jester|junior|organ|ralph|superstar|trinoids|whisper|wobble|zarvox)\b|espeak/i;

/** The best voice of a language on the device: none that is made for fun, if there is another. */
function bestVoice(
  voices: readonly SpeechSynthesisVoice[],
  language: string,
): SpeechSynthesisVoice | null {
  const isNear = regionOf(language);
  const worth = ({ name, lang, default: isDefault }: SpeechSynthesisVoice) =>
    (UNFIT.test(name) ? -8 : 0) +
    (BETTER.test(name) ? 4 : 0) +
    (isNear(lang.replace('_', '-').toLowerCase()) ? 2 : 0) +
    (isDefault ? 1 : 0);
  const own = voices.filter(
    ({ lang, localService }) => localService && lang.split(/[-_]/)[0]?.toLowerCase() === language,
  );
  return own.sort((a, b) => worth(b) - worth(a))[0] ?? null;
}

/**
 * Whether a voice speaks as in the region that the browser names for the language. Where it names none, our Spanish is that
 * of Latin America.
 */
function regionOf(language: string): (voice: string) => boolean {
  const named = navigator.languages
    .map((tag) => tag.toLowerCase())
    .find((tag) => tag.startsWith(`${language}-`));
  if (language === 'es' && named !== 'es-es') {
    return (voice) => voice === named || (voice.startsWith('es-') && voice !== 'es-es');
  }
  return (voice) => voice === named;
}
