import { useQuery } from '@tanstack/react-query';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { LoadFailed } from '@/ui/load-failed';
import { OwnNothing, OwnRow, OwnSection } from '@/ui/own-section';
import { prayersQuery } from './queries';
import { latest, prayers as prayersWords } from './words';

const MAX_ROWS = 3;

/** The last prayers, and the way to all of them. */
export function OwnPrayers() {
  const words = useWords(latest);
  const { failed } = useWords(prayersWords);
  const { data, error, isFetching, refetch } = useQuery({
    // The screen has just asked.
    ...prayersQuery,
    refetchOnMount: false,
    retryOnMount: false,
  });
  return (
    <OwnSection title={words.title} all={{ to: '/prayers', name: words.all }}>
      {error && <LoadFailed title={failed} error={error} busy={isFetching} onRetry={refetch} />}
      {data?.prayers.length === 0 && (
        <OwnNothing>{data.premium ? words.none : words.premium}</OwnNothing>
      )}
      <ul>
        {data?.prayers.slice(0, MAX_ROWS).map((prayer) => (
          <OwnRow
            key={prayer.id}
            to="/prayers"
            title={prayer.text}
            note={
              prayer.answeredAt
                ? words.answered(dateInWords(prayer.answeredAt))
                : prayer.prayedAt
                  ? words.prayed(dateInWords(prayer.prayedAt))
                  : dateInWords(prayer.createdAt)
            }
          />
        ))}
      </ul>
    </OwnSection>
  );
}
