import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { useWords } from '@/lib/language';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { LoadFailed, reasonOf } from '@/ui/load-failed';
import { Notice } from '@/ui/notice';
import { type AccountLetters, accountLettersQuery, choose, NoRoom } from './account-letters';
import { type AccountRecord, useAccountRecord } from './account-record';
import { isForAccount, keptLetters, MAX_KEPT } from './kept-letter';
import { withAccount } from './kept-words';

/**
 * The choice to keep letters with the account, for subscribers, and for those whose account has letters still. Its place
 * does not depend on the answer of the server.
 */
export function AccountChoice({ isPremium }: { isPremium: boolean }) {
  const words = useWords(withAccount);
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery(accountLettersQuery);
  const [told, setTold] = useState<'on' | 'off' | null>(null);
  const choosing = useMutation({
    mutationFn: choose,
    onSuccess: async (_, keep) => {
      await refetch();
      setTold(keep ? 'on' : 'off');
    },
  });
  const record = useAccountRecord();
  const isOn = data?.isOn ?? record !== null;
  useOnline(error && isOn ? refetch : null);
  const mayChoose = isOn || (data?.premium ?? isPremium);
  if (!mayChoose && told === null) return null;
  const isBusy = choosing.isPending;
  // Before the server has said what is so, nothing can be changed.
  const mayChange = data !== undefined && !isBusy;
  const toggle = () => {
    if (!mayChange) return;
    setTold(null);
    choosing.mutate(!isOn);
  };
  return (
    <div className="grid gap-2 border-t border-line pt-2">
      {mayChoose && (
        <>
          <label className="flex min-h-11 cursor-pointer items-center gap-3.5 py-1.5 text-label text-ink">
            <input
              type="checkbox"
              checked={isBusy ? choosing.variables : isOn}
              // `aria-disabled` instead of `disabled`, which would lose the focus while saving.
              aria-disabled={!mayChange}
              aria-describedby={id}
              onChange={toggle}
              className="size-5 shrink-0 accent-water"
            />
            {words.choice}
          </label>
          <p id={id} className="text-small text-muted">
            {words.what}
          </p>
        </>
      )}
      {/* After Premium the box is gone once it is off, and with it the focus. */}
      <p
        key={told}
        ref={takeLostFocus}
        role="status"
        tabIndex={-1}
        className="text-label text-muted outline-none empty:hidden"
      >
        {told === 'on' && words.turnedOn}
        {told === 'off' && words.turnedOff}
      </p>
      {isOn && record && <Standing account={data} record={record} isWaiting={error !== null} />}
      {choosing.error && (
        <Notice className="mb-3" {...toneOf(choosing.error)}>
          <strong className="block">{words.notChanged}</strong>
          {choosing.error instanceof NoRoom ? words.noRoom : reasonOf(choosing.error)}
        </Notice>
      )}
      {error && !choosing.error && (isOn || isApiError(error)) && (
        <LoadFailed title={words.failed} error={error} busy={isFetching} onRetry={refetch} />
      )}
      {error && !isOn && !isApiError(error) && (
        <p role="status" className="mb-3 text-small text-muted">
          {words.failed} {reasonOf(error)}
        </p>
      )}
    </div>
  );
}

const toneOf = (error: Error) =>
  isApiError(error) ? { tone: 'danger' as const } : { icon: 'offline' as const };

interface StandingProps {
  account: AccountLetters | undefined;
  record: AccountRecord;
  /** Whether the account could not be reached. */
  isWaiting: boolean;
}

/** Where the letters are, if the account keeps them. */
function Standing({ account, record, isWaiting }: StandingProps) {
  const words = useWords(withAccount);
  const letters = keptLetters();
  const shared = letters.filter(({ letter }) => isForAccount(letter));
  const discreet = letters.filter(({ letter }) => letter.discreet).length;
  const waiting = shared.filter(({ id }) => !record.had.includes(id)).length;
  const standing = [
    record.premium ? shared.length > 0 && words.both : words.ended,
    discreet > 0 && words.discreet(discreet),
    isWaiting && record.premium && waiting > 0 && words.waiting(waiting),
    account?.premium && account.left > 0 && leftWords(words, account),
    account && !account.isStored && words.noRoom,
  ].filter((sentence) => typeof sentence === 'string');
  if (standing.length === 0) return null;
  return <p className="pb-1 text-small text-muted">{standing.join(' ')}</p>;
}

const leftWords = (words: typeof withAccount, { left, isFull }: AccountLetters) =>
  isFull ? words.full(left, MAX_KEPT) : words.refused(left);

/** Tries again when the connection is back. */
function useOnline(retry: (() => unknown) | null): void {
  useEffect(() => {
    if (!retry) return;
    const again = () => void retry();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [retry]);
}
