import { useEffect, useState } from 'react';

/** Text to speech with the device's own voice; `null` without one. Leaving the screen stops it. */
export function useSpeech(): { speaking: boolean; speak(text: string): void; stop(): void } | null {
  const [speaking, setSpeaking] = useState(false);
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>(null);
  const synthesis = typeof speechSynthesis === 'undefined' ? null : speechSynthesis;

  useEffect(() => {
    if (!synthesis) return;
    const choose = () => setVoice(ownVoice(synthesis.getVoices()));
    choose();
    // Some browsers load their voices asynchronously.
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

/** A local English voice. Remote voices would send the text to their provider. */
function ownVoice(voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice | null {
  const own = voices.filter(({ lang, localService }) => localService && /^en(?![a-z])/i.test(lang));
  return own.find((voice) => voice.default) ?? own[0] ?? null;
}
