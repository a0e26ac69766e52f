import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { forgetShownThisMonth } from '@/lib/shown-passages';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { OwnNothing, OwnRow, OwnSection } from '@/ui/own-section';
import { AccountChoice } from './account-choice';
import { accountLettersQuery } from './account-letters';
import { useAccountRecord } from './account-record';
import { isForAccount, type KeptLetter, keptLetters, keptText } from './kept-letter';
import { kept as keptWords } from './kept-words';
import { putBack, removeFromDevice } from './remove-letter';
import { useKept } from './use-kept';

interface OwnLettersProps {
  /** The account that may keep them, too; none for guests. */
  account?: { isPremium: boolean } | undefined;
}

/** The letters kept on this device, and with the account. Removing one can be undone while the screen is open. */
export function OwnLetters({ account }: OwnLettersProps) {
  const words = useWords(keptWords);
  useKept();
  const letters = keptLetters();
  const [removed, setRemoved] = useState<{ kept: KeptLetter; place: number } | null>(null);
  const status = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const isWithAccount = useAccountRecord() !== null;
  const tell = async () => {
    if (!isWithAccount) return;
    // A request that is on its way knows nothing of this change, and a first one would be joined instead of repeated.
    await client.cancelQueries(accountLettersQuery);
    await client.refetchQueries(accountLettersQuery);
  };
  const remove = (kept: KeptLetter, place: number) => {
    removeFromDevice(kept.letter);
    if (keptText() === null) forgetShownThisMonth();
    setRemoved({ kept, place });
    void tell();
  };
  return (
    <OwnSection title={words.title}>
      {letters.length === 0 && <OwnNothing>{words.none}</OwnNothing>}
      <ul>
        {letters.map((kept, place) => (
          <Row key={kept.id} kept={kept} onRemove={() => remove(kept, place)} />
        ))}
      </ul>
      <div ref={status} tabIndex={-1} role="status" className="outline-none">
        {removed && (
          <p className="flex flex-wrap items-center justify-between gap-x-4 rounded-small bg-sunk px-4 py-1 text-label">
            {isWithAccount && isForAccount(removed.kept.letter)
              ? words.removedFromBoth
              : words.removed}
            <Button
              variant="quiet"
              size="inline"
              className="-ml-2"
              ref={takeFocus}
              onClick={() => {
                putBack(removed.kept, removed.place);
                setRemoved(null);
                void tell();
                status.current?.focus();
              }}
            >
              {words.putBack}
            </Button>
          </p>
        )}
      </div>
      {letters.length > 0 && !isWithAccount && (
        <p className="pt-2 pb-1 text-small text-muted">{words.onDevice}</p>
      )}
      {account && <AccountChoice isPremium={account.isPremium} />}
    </OwnSection>
  );
}

/** The pressed button is gone. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

function Row({ kept: { id, keptAt, letter }, onRemove }: { kept: KeptLetter; onRemove(): void }) {
  const words = useWords(keptWords);
  if (!letter.topic) return null;
  const { title, scripture } = letter.topic;
  return (
    <OwnRow
      to="/result"
      state={{ kept: id }}
      title={title}
      lang={letter.language}
      note={words.note(scripture.reference, keptAt && dateInWords(keptAt))}
      beside={
        <IconButton
          icon="close"
          label={words.remove(title)}
          className="-mr-2.5 text-muted hover:bg-sunk"
          onClick={onRemove}
        />
      }
    />
  );
}
