import { currentWords } from '@/lib/language';
import { page } from '@/lib/page';
import { plainHelp } from '@/lib/plain-part';
import { failure } from './words';

/**
 * Shown after a render error, with the server's helplines. It depends on nothing that may have thrown: no component, no
 * hook, no country.
 */
export function ErrorScreen() {
  const words = wordsOrEnglish();
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
      <div ref={addPlainHelp} lang="en" className="plain" />
    </main>
  );
}

function addPlainHelp(place: HTMLElement | null) {
  if (place && !place.hasChildNodes()) place.append(plainHelp());
}

function wordsOrEnglish() {
  try {
    return currentWords(failure);
  } catch {
    return failure;
  }
}
