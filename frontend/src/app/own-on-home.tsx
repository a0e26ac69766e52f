import { useQuery } from '@tanstack/react-query';
import { linkTo, useReadingPlace } from '@/features/library/reading-place';
import { prayersQuery } from '@/features/prayer/queries';
import { dateInWords, numberInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { Link } from '@/ui/link';
import { OwnRow } from '@/ui/own-section';
import { own } from './mine-words';

/** A subscriber's last prayer and the page they read last, at home. Its height does not depend on its data. */
export default function OwnOnHome() {
  const words = useWords(own);
  return (
    <section
      aria-labelledby="own"
      className="rounded-card bg-surface px-6 pt-3 pb-2 sm:col-span-2 rail:col-span-1 rail:px-7"
    >
      <h2 id="own" className="display text-h3 text-ink">
        <Link to="/mine" className="inline-flex min-h-11 items-center no-underline hover:underline">
          {words.title}
        </Link>
      </h2>
      <ul>
        <LastPrayer />
        <ReadOn />
      </ul>
    </section>
  );
}

function LastPrayer() {
  const words = useWords(own);
  const { data, error } = useQuery(prayersQuery);
  if (error)
    return <OwnRow isFlat to="/prayers" title={words.prayers} note={words.prayersFailed} />;
  if (!data) return <li className="h-17" />;
  const [last] = data.prayers;
  if (!last)
    return <OwnRow isFlat to="/prayers" title={words.firstPrayer} note={words.firstPrayerText} />;
  return (
    <OwnRow
      isFlat
      to="/prayers"
      title={last.text}
      note={words.lastPrayer(dateInWords(last.createdAt))}
    />
  );
}

function ReadOn() {
  const words = useWords(own);
  const place = useReadingPlace();
  if (!place) return <OwnRow isFlat to="/library" title={words.library} note={words.libraryText} />;
  return (
    <OwnRow
      isFlat
      to={linkTo(place)}
      title={place.title}
      note={words.continueReading(numberInWords(place.page))}
    />
  );
}
