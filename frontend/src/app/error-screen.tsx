import { currentWords } from '@/lib/language';
import { page } from '@/lib/page';
import { addPlainHelp } from '@/lib/plain-part';
import { failure, shell } from './words';

/**
 * Shown after a render error, with the server's helplines. It depends on nothing that may have thrown: no component, no
 * hook, no country.
 */
export function ErrorScreen() {
  const words = wordsOrEnglish(failure);
  return (
    <main className="mx-auto max-w-[38rem] px-6 py-16">
      <h1 className="display text-h1 text-ink">{words.title}</h1>
      <p className="mt-3 text-lead">{words.text}</p>
      <button
        type="button"
        className="my-6 min-h-13 rounded-full bg-water px-6.5 font-semibold text-on-water"
        onClick={() => page.reload()}
      >
        {words.again}
      </button>
      <div ref={fill} className="plain" />
    </main>
  );
}

function fill(place: HTMLElement | null) {
  if (place && !place.hasChildNodes()) addPlainHelp(place, wordsOrEnglish(shell).helpNow);
}

function wordsOrEnglish<Words extends object>(english: Words): Words {
  try {
    return currentWords(english);
  } catch {
    return english;
  }
}
