/**
 * The proof of work that lets a request pass when many people of one network have asked today. It takes about a second
 * on a phone, in slices, so that the page stays alive. Nobody is shown anything, and nobody else takes part.
 *
 * The server's side is `shared/src/base/work.rs`. The hash comes from a library, since Web Crypto's is asynchronous for
 * each one, which takes far longer.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { ownTask } from './tasks';

/** Each part of a proof is solved by itself. */
const PARTS = 8;
/** How long one slice may delay input and painting. A page that nobody sees may be delayed longer. */
const SLICE_MS = 12;
const HIDDEN_SLICE_MS = 250;
/** Longer than a challenge with the number of a part and a solution. */
const MAX_TEXT = 128;
/** The time is read after so many hashes. */
const HASHES_BETWEEN_LOOKS = 256;

/** The challenge's fifth byte: how many leading bits of each part's hash are zero. */
const bitsOf = (challenge: string) =>
  atob(challenge.replaceAll('-', '+').replaceAll('_', '/')).charCodeAt(4);

/** Solves a challenge. Its proof is the challenge with a number for each part. */
export async function solve(challenge: string): Promise<string> {
  const bits = bitsOf(challenge);
  const solutions: number[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    solutions.push(await solvePart(`${challenge}.${part}.`, bits));
  }
  return `${challenge}.${solutions.join('-')}`;
}

async function solvePart(prefix: string, bits: number): Promise<number> {
  const [encoder, text] = [new TextEncoder(), new Uint8Array(MAX_TEXT)];
  let sliceEnds = 0;
  for (let number = 0; ; number += 1) {
    if (number % HASHES_BETWEEN_LOOKS === 0 && performance.now() >= sliceEnds) {
      await ownTask();
      sliceEnds = performance.now() + (document.hidden ? HIDDEN_SLICE_MS : SLICE_MS);
    }
    const { written } = encoder.encodeInto(prefix + number, text);
    const hash = sha256(text.subarray(0, written));
    if (Math.clz32(new DataView(hash.buffer).getUint32(0)) >= bits) return number;
  }
}
