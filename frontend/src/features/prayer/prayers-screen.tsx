import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '@/lib/language';
import { LoadFailed } from '@/ui/load-failed';
import { Page } from '@/ui/page';
import { PremiumHint } from '@/ui/premium-hint';
import { PrayerCard } from './prayer-card';
import { PrayerForm } from './prayer-form';
import { prayersQuery } from './queries';
import { prayers } from './words';

/** Personal prayer requests: written here, encrypted, and later marked as answered. */
export function PrayersScreen() {
  const words = useWords(prayers);
  const { data, error, isFetching, refetch } = useQuery(prayersQuery);
  const [deletions, setDeletions] = useState(0);
  const status = useRef<HTMLDivElement>(null);

  // A deleted prayer loses the focus each time, so deletions are counted.
  useEffect(() => {
    if (deletions > 0) status.current?.focus();
  }, [deletions]);

  return (
    <Page title={words.title} intro={words.intro}>
      <div ref={status} tabIndex={-1} role="status" className="outline-none">
        {deletions > 0 && (
          // Screen readers repeat equal text only in a new paragraph.
          <p
            key={deletions}
            className="mb-6 rounded-field border border-line bg-sunk px-5 py-4 text-label"
          >
            {words.deleted}
          </p>
        )}
      </div>
      {error && (
        <LoadFailed title={words.failed} error={error} busy={isFetching} onRetry={refetch} />
      )}
      {!data && !error && <Loading />}
      {data && (
        <div className="grid gap-8">
          {data.premium ? (
            <PrayerForm onKept={() => setDeletions(0)} />
          ) : (
            <NotPremium lapsed={data.prayers.length > 0} />
          )}
          {data.prayers.length > 0 ? (
            <section aria-labelledby="prayers">
              <h2 id="prayers" className="display mb-3 text-h3 text-ink">
                {words.list}
              </h2>
              <ul aria-labelledby="prayers" className="grid gap-5">
                {data.prayers.map((prayer) => (
                  <PrayerCard
                    key={prayer.id}
                    prayer={prayer}
                    premium={data.premium}
                    onDeleted={() => setDeletions((before) => before + 1)}
                  />
                ))}
              </ul>
            </section>
          ) : (
            data.premium && (
              <p className="rounded-card bg-surface px-6 py-12 text-center text-balance text-muted">
                {words.none}
              </p>
            )
          )}
        </div>
      )}
    </Page>
  );
}

/** What free users see here, and what users with a lapsed subscription keep. */
function NotPremium({ lapsed }: { lapsed: boolean }) {
  const words = useWords(prayers);
  return (
    <PremiumHint title={lapsed ? words.lapsed : words.premium}>
      <p>{lapsed ? words.lapsedText : words.premiumText}</p>
    </PremiumHint>
  );
}

/** A skeleton of the form and two prayers. */
function Loading() {
  const words = useWords(prayers);
  return (
    <div
      role="status"
      aria-label={words.loading}
      className="breathe grid min-h-dvh content-start gap-5"
    >
      <div className="h-72 rounded-card bg-surface" />
      <div className="h-40 rounded-card bg-surface" />
      <div className="h-40 rounded-card bg-surface" />
    </div>
  );
}
