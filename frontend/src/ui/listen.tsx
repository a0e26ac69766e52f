import { useWords } from '@/lib/language';
import { type Speech, USUAL_RATE, useSpeech } from '@/lib/speech';
import { Button } from './button';
import { passageWords } from './passage-words';
import { Select } from './select';

const RATES = ['slow', 'usual', 'fast'] as const;
const rateOf = { slow: 0.75, usual: USUAL_RATE, fast: 1.15 };
const SLEEP = [5, 15, 30] as const;

/** Reads a text aloud, with pause, speed and sleep timer. Without a voice for its language there is no button. */
export function Listen({ text, lang = 'en' }: { text: string; lang?: string }) {
  const words = useWords(passageWords);
  const speech = useSpeech(lang);
  if (!speech) return null;
  if (speech.state === 'idle') {
    return (
      <Button variant="outline" icon="listen" onClick={() => speech.start(text)}>
        {words.listen}
      </Button>
    );
  }
  return <Player speech={speech} />;
}

function Player({ speech }: { speech: Speech }) {
  const words = useWords(passageWords).player;
  const isPaused = speech.state === 'paused';
  return (
    <fieldset aria-label={words.title} className="w-full min-w-0 rounded-field bg-sunk p-4">
      <div className="flex flex-wrap gap-3">
        {/* It replaces the button that was pressed, and so takes its focus. */}
        <Button
          autoFocus
          variant="outline"
          onClick={() => (isPaused ? speech.resume() : speech.pause())}
        >
          {isPaused ? words.go : words.pause}
        </Button>
        <Button variant="outline" icon="stop" onClick={speech.stop}>
          {words.stop}
        </Button>
      </div>
      <div className="mt-3 flex flex-wrap gap-x-5 gap-y-3">
        <Select
          look="pill"
          label={words.speed}
          value={RATES.find((name) => rateOf[name] === speech.rate) ?? 'usual'}
          options={RATES.map((name) => [name, words.rates[name]])}
          onChange={(name) => speech.setRate(rateOf[name])}
        />
        <Select
          look="pill"
          label={words.sleep}
          value={String(speech.sleepAfter ?? '')}
          options={[['', words.once], ...SLEEP.map((n) => [String(n), words.minutes(n)] as const)]}
          onChange={(minutes) => speech.setSleepAfter(minutes === '' ? null : Number(minutes))}
        />
      </div>
    </fieldset>
  );
}
