import { useEffect, useState } from 'react';

/** Reads text aloud with the device's own voice; `null` where it has none. Leaving the screen stops it. */
export function useSpeech(): { speaking: boolean; speak(text: string): void; stop(): void } | null {
  const [speaking, setSpeaking] = useState(false);
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null);
  const synthesis = typeof speechSynthesis === 'undefined' ? null : speechSynthesis;

  useEffect(() => {
    if (!synthesis) return;
    const choose = () => setVoice(ownVoice(synthesis.getVoices()));
    choose();
    // Some browsers know their voices only a moment later.
    synthesis.onvoiceschanged = choose;
    return () => {
      synthesis.onvoiceschanged = null;
      synthesis.cancel();
    };
  }, [synthesis]);

  if (!synthesis || !voice) return null;
  const stop = () => {
    synthesis.cancel();
    setSpeaking(false);
  };
  return {
    speaking,
    stop,
    speak(text) {
      synthesis.cancel();
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      utterance.rate = 0.92;
      utterance.onend = () => setSpeaking(false);
      utterance.onerror = () => setSpeaking(false);
      setSpeaking(true);
      synthesis.speak(utterance);
    },
  };
}

/** An English voice that speaks on the device. Any other would send the words to the company whose voice it is. */
function ownVoice(voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const own = voices.filter(({ lang, localService }) => localService && /^en(?![a-z])/i.test(lang));
  return own.find((voice) => voice.default) ?? own[0] ?? null;
}
