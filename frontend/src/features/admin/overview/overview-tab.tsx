import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Select } from '@/ui/select';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { Empty, Failed, Loading } from '../frame/states';
import { overviewQuery } from '../queries';
import type { Overview } from '../types';
import { number } from '../words';
import { Carried } from './carried';
import { Now } from './now';
import { hoursInWords, overview as words } from './overview-words';
import { WeekChart } from './week-chart';

type Span = (typeof words.spans)[number][0];

/** What people carry by week, and what waits: from counters that hold no person. */
export function OverviewTab() {
  const [span, setSpan] = useState<Span>('12');
  const { data, isPending, isFetching, isPlaceholderData, error, refetch } = useQuery({
    ...overviewQuery(span),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-h2 text-ink">{around.tabs.overview}</h2>
        <div className="flex flex-wrap items-center gap-3">
          <Select
            label={words.span}
            look="pill"
            value={span}
            onChange={(chosen) => setSpan(chosen)}
            options={words.spans}
          />
          <SmallButton
            variant="outline"
            aria-disabled={isFetching}
            onClick={() => {
              if (!isFetching) refetch();
            }}
          >
            {around.lookAgain}
          </SmallButton>
        </div>
      </div>
      <p className="mt-1 max-w-[42rem] text-muted">{words.intro}</p>
      {isPending && <Loading />}
      {error && <Failed what={words.what} error={error} onRetry={refetch} />}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          className={`mt-5 grid gap-8 ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          <Now now={data.now} />
          {isEmpty(data) ? <Empty>{words.none}</Empty> : <Weeks overview={data} />}
          <Reviews overview={data} />
        </div>
      )}
    </>
  );
}

const isEmpty = ({ carried, events }: Overview) =>
  carried.length === 0 &&
  Object.values(events).every((counts) => counts.every((count) => count === null));

function Weeks({ overview }: { overview: Overview }) {
  const { weeks, events } = overview;
  const chart = (title: string, values: readonly (number | null)[]) => (
    <WeekChart
      title={title}
      weeks={weeks}
      values={values}
      heading={words.value}
      inWords={number}
      missing={words.underFive}
    />
  );
  return (
    <>
      <Carried overview={overview} />
      <Charts title={words.danger}>
        {chart(words.crisis, events.crisis)}
        {chart(words.possible, events.possibleDanger)}
      </Charts>
      <Charts title={words.near}>
        {chart(words.wasNear, events.near)}
        {chart(words.notQuite, events.notQuite)}
      </Charts>
    </>
  );
}

function Reviews({ overview: { weeks, reviews } }: { overview: Overview }) {
  const times = (title: string, values: (number | null)[]) => (
    <WeekChart
      title={title}
      weeks={weeks}
      values={values}
      heading={words.time}
      inWords={hoursInWords}
      missing={words.tooFew}
    />
  );
  return (
    <Charts title={words.reviews}>
      <WeekChart
        title={words.decided}
        weeks={weeks}
        values={reviews.map(({ decided }) => decided)}
        heading={words.value}
        inWords={number}
        missing={words.underFive}
      />
      {times(
        words.median,
        reviews.map(({ medianHours }) => medianHours),
      )}
      {times(
        words.ninetieth,
        reviews.map(({ ninetiethHours }) => ninetiethHours),
      )}
    </Charts>
  );
}

function Charts({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="display text-h3 text-ink">
        {title}
      </h3>
      <div className="mt-2 grid gap-3 sm:grid-cols-2 rail:grid-cols-3">{children}</div>
    </section>
  );
}
