/**
 * Brings the letters on this device and those that the account keeps together. The server is asked first each time; what
 * a request could not bring there stays on the device and goes with the next one.
 */
import { queryOptions } from '@tanstack/react-query';
import { change } from '@/lib/api/change';
import { getJson } from '@/lib/api/client';
import { isApiError } from '@/lib/api/error';
import type { KeptLetters } from '@/lib/api/types';
import { sessionMark, wasSignedIn } from '@/lib/remembered';
import {
  type AccountRecord,
  accountRecord,
  forgetAccount,
  noteAccount,
  noteLacking,
} from './account-record';
import {
  isForAccount,
  isSame,
  type KeptLetter,
  keptLetters,
  MAX_KEPT,
  storeLetters,
} from './kept-letter';
import { noLetter } from './offline-letter';
import type { Letter } from './queries';

const PATH = '/api/user/letters';

type OnAccount = KeptLetters['letters'][number];
type Words = OnAccount['letter'];

/** What the account keeps, and what stays on this device alone. */
export interface AccountLetters {
  isOn: boolean;
  /** Whether it may be turned on, and whether the account takes more letters. */
  premium: boolean;
  /** Whether this browser had room for all letters of the account. */
  isStored: boolean;
  /** How many letters the account does not take. */
  left: number;
  /** Whether it has as many as it takes. */
  isFull: boolean;
}

/** Asked on each visit: another device may have changed something. */
export const accountLettersQuery = queryOptions({
  queryKey: ['account letters'],
  queryFn: () => sync(),
  refetchOnMount: 'always',
});

let last: Promise<unknown> = Promise.resolve();

/** One after another: each begins with what the one before has stored. */
export function sync(): Promise<AccountLetters> {
  const next = last.catch(() => {}).then(bringTogether);
  last = next;
  return next;
}

/** Chooses whether the account keeps letters. What only the account has comes to this device before it is deleted there. */
export async function choose(keep: boolean): Promise<void> {
  if (!keep && !(await sync()).isStored) throw new NoRoom();
  await change('put', PATH, { body: { keep } });
  if (!keep) forgetAccount();
}

/** This browser has no room for the letters of the account, so those are not deleted there. */
export class NoRoom extends Error {}

async function bringTogether(): Promise<AccountLetters> {
  await removeThere();
  const account = (await getJson(PATH)) as KeptLetters;
  const mark = sessionMark();
  // After signing out nothing may come back to this device.
  const isHere = () => wasSignedIn() && sessionMark() === mark;
  const state = stateOf(account);
  if (!isHere()) return state;
  const before = accountRecord();
  if (before && before.of !== account.userId) forgetLettersOf(before);
  if (!state.isOn) {
    forgetAccount();
    return state;
  }
  const record = recordOf(account, before);
  const isKnown = before?.of === record.of && before.since === record.since;
  state.isStored = storeLetters(merged(account.letters, record.gone, isKnown ? before.had : []));
  noteAccount(record);
  for (const one of missing(record)) {
    state.isFull = record.had.length >= MAX_KEPT;
    if (!record.premium || state.isFull || !(await isTaken(one))) {
      state.left += 1;
      continue;
    }
    if (!isHere()) return state;
    record.had.push(one.id);
    noteAccount({ ...record, gone: accountRecord()?.gone ?? [] });
  }
  return state;
}

const stateOf = ({ chosenAt, premium }: KeptLetters): AccountLetters => ({
  isOn: chosenAt !== null,
  premium,
  isStored: true,
  left: 0,
  isFull: false,
});

const recordOf = (
  { userId, chosenAt, premium, letters }: KeptLetters,
  before: AccountRecord | null,
): AccountRecord => ({
  of: userId,
  since: chosenAt ?? '',
  premium,
  had: letters.map(({ id }) => id),
  gone: before?.of === userId ? before.gone : [],
});

/** Another user signed in here without signing out the one before, whose account has these letters. */
function forgetLettersOf({ had }: AccountRecord): void {
  storeLetters(keptLetters().filter(({ id }) => !had.includes(id)));
}

/** Removes from the account what was removed here. */
async function removeThere(): Promise<void> {
  for (const id of accountRecord()?.gone ?? []) {
    await change('delete', `${PATH}/{id}`, { id }).catch((error) => {
      // Another device has removed it already.
      if (!isApiError(error) || error.status !== 404) throw error;
    });
    noteLacking(id);
  }
}

/** The letters of this device with those of the account, the newest first; without those removed on either side. */
function merged(
  account: readonly OnAccount[],
  gone: readonly string[],
  had: readonly string[],
): KeptLetter[] {
  const isThere = (id: string) => account.some((one) => one.id === id);
  const all = keptLetters().filter(({ id }) => isThere(id) || !had.includes(id));
  for (const { id, keptAt, letter: words } of account) {
    if (gone.includes(id) || all.some((one) => one.id === id)) continue;
    const letter = letterOf(words);
    const same = all.find((one) => isSame(one.letter, letter));
    // Kept on two devices: it is one letter from now on.
    if (same) same.id = id;
    else all.push({ id, keptAt, letter });
  }
  for (const one of all) if (!isUuid(one.id)) one.id = crypto.randomUUID();
  return all.sort((one, other) => timeOf(other) - timeOf(one));
}

const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/** Those of earlier versions have no time: they come last. */
const timeOf = ({ keptAt }: KeptLetter) => (keptAt ? Date.parse(keptAt) : 0);

/** The letters that the account lacks. */
const missing = ({ had }: AccountRecord) =>
  keptLetters().filter(({ id, letter }) => isForAccount(letter) && !had.includes(id));

/** Whether the account takes a letter. It refuses one that an earlier version made in another shape. */
async function isTaken({ id, keptAt, letter }: KeptLetter): Promise<boolean> {
  try {
    const body = { ...(keptAt && { keptAt }), letter: wordsOf(letter) as Words };
    await change('put', `${PATH}/{id}`, { id, body });
    return true;
  } catch (error) {
    if (isApiError(error) && [413, 422].includes(error.status)) return false;
    throw error;
  }
}

interface Name {
  id: string;
  name: string;
}
const nameOf = ({ id, name }: Name): Name => ({ id, name });

/** What the account keeps of a letter: the stories of others stay out, because their authors may withdraw them. */
function wordsOf(letter: Letter) {
  const { topic, situation, prayer, alsoAbout } = letter;
  return {
    language: letter.language,
    topic: topic && {
      id: topic.id,
      title: topic.title,
      content: topic.content,
      scripture: {
        reference: topic.scripture.reference,
        text: topic.scripture.text,
        translation: topic.scripture.translation,
      },
    },
    asked: letter.asked,
    situation: situation && nameOf(situation),
    discreet: letter.discreet,
    bridge: letter.bridge,
    prayer: prayer && { words: prayer.words, plain: prayer.plain },
    alternatives: letter.alternatives.map(nameOf),
    alsoAbout: alsoAbout && nameOf(alsoAbout),
    related: letter.related.map(nameOf),
  };
}

/** The letter as its page shows it. */
const letterOf = (words: Words): Letter => ({
  ...noLetter,
  ...words,
  testimonies: [],
  sources: [],
  offline: false,
});
