/** Removing a kept letter from this device, and putting it back. The account learns of both with the next request. */
import { noteGone, noteLacking } from './account-record';
import { isSame, type KeptLetter, keptLetters, storeLetters } from './kept-letter';
import type { Letter } from './queries';

export function removeFromDevice(letter: Letter): void {
  const kept = keptLetters();
  const removed = kept.filter((one) => isSame(one.letter, letter));
  storeLetters(kept.filter((one) => !removed.includes(one)));
  noteGone(removed.map(({ id }) => id));
}

/** Puts a removed letter back where it was. */
export function putBack(kept: KeptLetter, place: number): void {
  const others = keptLetters();
  storeLetters([...others.slice(0, place), kept, ...others.slice(place)]);
  noteLacking(kept.id);
}
