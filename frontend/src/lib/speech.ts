import { useEffect, useState } from 'react';

/** Reads text aloud with the device's own voice; `null` where it has none. Leaving the screen stops it. */
export function useSpeech(): { speaking: boolean; speak(text: string): void; stop(): void } | null {
  const [speaking, setSpeaking] = useState(false);
  const synthesis = typeof speechSynthesis === 'undefined' ? null : speechSynthesis;

  useEffect(() => () => synthesis?.cancel(), [synthesis]);

  if (!synthesis) return null;
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
      utterance.lang = 'en';
      utterance.rate = 0.92;
      utterance.onend = () => setSpeaking(false);
      utterance.onerror = () => setSpeaking(false);
      setSpeaking(true);
      synthesis.speak(utterance);
    },
  };
}
