import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { priceInWords } from '@/lib/money';
import { supportEmail } from '@/lib/product';
import { Button } from '@/ui/button';
import { giving } from './gift-words';
import type { OwnGift } from './queries';

/** The gifts that somebody has paid, newest first: the link of each that can be used. */
export function OwnGifts({ gifts }: { gifts: readonly OwnGift[] }) {
  const words = useWords(giving);
  const [printed, setPrinted] = useState<string | null>(null);
  const print = (id: string) => {
    flushSync(() => setPrinted(id));
    window.print();
  };
  return (
    <section aria-labelledby="own-gifts" className="grid gap-4">
      <h2 id="own-gifts" className="no-print display text-h3 text-ink">
        {words.own}
      </h2>
      <ul className="grid gap-4">
        {gifts.map((gift) => (
          <li key={gift.id} className={printed === null || printed === gift.id ? '' : 'no-print'}>
            <Gift gift={gift} onPrint={() => print(gift.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Gift({ gift, onPrint }: { gift: OwnGift; onPrint(): void }) {
  const words = useWords(giving);
  const { code, paidAt, amount } = gift;
  return (
    <article className="rounded-card bg-surface p-6 sm:p-8">
      {code ? <Usable gift={gift} code={code} onPrint={onPrint} /> : <p>{stateOf(gift, words)}</p>}
      {paidAt && (
        <p className="no-print mt-3 text-small text-muted">
          {words.paidOn(priceInWords(amount), dateInWords(paidAt))}
        </p>
      )}
    </article>
  );
}

/** What has become of a gift whose link opens nothing any more. */
function stateOf({ state, usedAt }: OwnGift, words: typeof giving): string {
  const { states } = words;
  if (state === 'used') return states.used(usedAt ? dateInWords(usedAt) : '');
  if (state === 'paid') return states.expired;
  if (state === 'refunding' || state === 'refunded' || state === 'disputed') return states[state];
  return states.ended;
}

interface UsableProps {
  gift: OwnGift;
  code: string;
  onPrint(): void;
}

/** The link to pass on, and a card to print. */
function Usable({ gift, code, onPrint }: UsableProps) {
  const words = useWords(giving);
  const [said, setSaid] = useState<string | null>(null);
  const place = useRef<HTMLParagraphElement>(null);
  const link = `${window.location.origin}/gift/${code}`;
  const until = gift.expiresAt ? dateInWords(gift.expiresAt) : '';

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid(words.copied);
    } catch {
      setSaid(words.notCopied);
      if (place.current) window.getSelection()?.selectAllChildren(place.current);
    }
  };
  return (
    <>
      <h3 className="display text-h3 text-ink">{words.card}</h3>
      <p className="mt-2">{words.cardText}</p>
      <p
        ref={place}
        dir="ltr"
        className="keep-together mt-3 rounded-field bg-sunk px-5 py-4 font-semibold text-ink wrap-anywhere"
      >
        {link}
      </p>
      <p className="mt-3 text-label text-muted">{words.cardEnd(until)}</p>
      <div className="no-print mt-5 flex flex-wrap gap-3 max-sm:*:w-full">
        <Button onClick={copy}>{words.copy}</Button>
        <Button variant="outline" onClick={onPrint}>
          {words.print}
        </Button>
      </div>
      <p role="status" className="no-print mt-2 min-h-6 text-label">
        {said}
      </p>
      <p className="no-print mt-2 text-label text-muted">{words.once(until)}</p>
      <p className="no-print mt-2 text-label text-muted">
        {words.moneyBack}
        <a
          href={`mailto:${supportEmail()}`}
          className="font-semibold wrap-anywhere text-water underline underline-offset-4"
        >
          {supportEmail()}
        </a>
        .
      </p>
    </>
  );
}
