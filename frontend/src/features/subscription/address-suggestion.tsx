import { useWords } from '@/lib/language';
import { aboutYou } from './payment-words';
import { suggestAddress } from './suggest-address';

interface AddressSuggestionProps {
  typed: string;
  onTake(meant: string): void;
}

/** Offers the address that was probably meant. It only offers: the address may be right. */
export function AddressSuggestion({ typed, onTake }: AddressSuggestionProps) {
  const words = useWords(aboutYou);
  const meant = suggestAddress(typed);
  return (
    <div role="status">
      {meant && (
        <p className="mt-2 text-label">
          {words.didYouMean}
          <button
            type="button"
            onClick={() => onTake(meant)}
            className="-mx-1 min-h-11 rounded-full px-1 font-semibold text-water wrap-anywhere underline underline-offset-4"
          >
            {meant}
          </button>
          ?
        </p>
      )}
    </div>
  );
}
