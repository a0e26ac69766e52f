import { useQuery } from '@tanstack/react-query';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { withPlaceholders } from '@/lib/placeholders';
import { LoadFailed } from '@/ui/load-failed';
import { OwnNothing, OwnRow, OwnSection } from '@/ui/own-section';
import { ownTestimoniesQuery } from './queries';
import { latest, own } from './words';

const MAX_ROWS = 3;

/** The last stories with their status, and the way to all of them. */
export function OwnStories() {
  const words = useWords(latest);
  const { failed, badges, inPreparation } = useWords(own);
  const { data, error, isFetching, refetch } = useQuery({
    // The screen has just asked.
    ...ownTestimoniesQuery,
    refetchOnMount: false,
    retryOnMount: false,
  });
  return (
    <OwnSection title={words.title} all={{ to: '/testimonies', name: words.all }}>
      {error && <LoadFailed title={failed} error={error} busy={isFetching} onRetry={refetch} />}
      {data?.length === 0 && <OwnNothing>{words.none}</OwnNothing>}
      <ul>
        {data?.slice(0, MAX_ROWS).map(({ id, redactedText, language, status, createdAt }) => (
          <OwnRow
            key={id}
            to="/testimonies"
            title={redactedText ? withPlaceholders(redactedText, language) : inPreparation}
            note={words.note(badges[status], dateInWords(createdAt))}
          />
        ))}
      </ul>
    </OwnSection>
  );
}
