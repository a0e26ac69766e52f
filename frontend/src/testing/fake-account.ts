/** An account that keeps letters, as the server does: a fake with a state, for `fakeApi`. */
import type { KeptLetters } from '@/lib/api/types';
import { answer, type Sent } from './fake-api';
import { fixtureId } from './fixtures';

type OnAccount = KeptLetters['letters'][number];

interface Options {
  chosenAt?: string | null;
  premium?: boolean;
  letters?: OnAccount[];
  userId?: string;
}

/** When the account began to keep letters. */
export const SINCE = '2026-11-01T08:00:00Z';

/** The ids of the letters that a test may keep. */
export const letterId = (number: number) => fixtureId(4000 + number);

export function fakeAccount({
  chosenAt = SINCE,
  premium = true,
  letters = [],
  userId = fixtureId(1),
}: Options = {}) {
  const account: KeptLetters = { userId, chosenAt, premium, letters };
  const choose = ({ body }: Sent) => {
    account.chosenAt = (body as { keep: boolean }).keep ? SINCE : null;
    if (account.chosenAt === null) account.letters = [];
    return new Response(null, { status: 204 });
  };
  const one = (id: string) => (sent: Sent) => {
    const others = account.letters.filter((kept) => kept.id !== id);
    const { keptAt = SINCE, letter } = (sent.body ?? {}) as Partial<OnAccount>;
    account.letters = letter ? [{ id, keptAt, letter }, ...others] : others;
    return new Response(null, { status: 204 });
  };
  const ids = Array.from({ length: 9 }, (_, number) => letterId(number));
  return {
    account,
    titles: () => account.letters.map(({ letter }) => letter.topic.title),
    handlers: {
      '/api/user/letters': (sent: Sent) =>
        sent.method === 'PUT' ? choose(sent) : answer(200, account),
      ...Object.fromEntries(ids.map((id) => [`/api/user/letters/${id}`, one(id)])),
    },
  };
}
