import { timeInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { page } from '@/lib/page';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Benefits } from './benefits';
import { Way } from './way';
import { upgrade } from './words';

export interface UpgradeDialogProps {
  /** When the free requests reset, if the daily limit led here. */
  resetsAt: string | null;
  /** Whether today's letter can be read again. */
  hasLetter: boolean;
  onClose(): void;
}

/** The upgrade offer, without urgency: tomorrow's free guidance and what is free now come first. */
export function UpgradeDialog({ resetsAt, hasLetter, onClose }: UpgradeDialogProps) {
  const words = useWords(upgrade);
  const leave = () => {
    onClose();
    page.go('/subscribe');
  };
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {words.later}
          </Button>
          <Button onClick={leave}>{words.now}</Button>
        </>
      }
    >
      {resetsAt && (
        <>
          <p className="mt-2 text-body">{words.used(whenInWords(new Date(resetsAt), words))}</p>
          <h3 className="mt-4 font-semibold text-ink">{words.freeNow}</h3>
          <ul className="-mx-2">
            {hasLetter && <Way to="/result" icon="book" name={words.letter} onClose={onClose} />}
            <Way to="/resources" icon="rise" name={words.readings} onClose={onClose} />
            <Way to="/instant-support" icon="help" name={words.help} onClose={onClose} />
          </ul>
          <h3 className="mt-4 border-t border-line pt-4 font-semibold text-ink">{words.without}</h3>
        </>
      )}
      <p className="display mt-4 text-[length:min(2.35rem,17vw)] leading-[1.14] text-ink">
        {words.price}
      </p>
      <p className="text-label text-muted">{words.renews}</p>
      <Benefits className="mt-5" />
    </Dialog>
  );
}

function whenInWords(at: Date, words: typeof upgrade): string {
  if (at.getHours() === 0 && at.getMinutes() === 0) return words.atMidnight;
  const time = timeInWords(at);
  return at.toDateString() === new Date().toDateString() ? words.today(time) : words.tomorrow(time);
}
