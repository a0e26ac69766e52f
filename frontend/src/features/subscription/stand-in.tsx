import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import { offer } from './payment-words';

/** A notice that this installation charges no money. */
export function StandIn() {
  const words = useWords(offer);
  return (
    <Notice className="mb-6">
      <strong className="block text-ink">{words.standIn}</strong>
      {words.standInText}
    </Notice>
  );
}
