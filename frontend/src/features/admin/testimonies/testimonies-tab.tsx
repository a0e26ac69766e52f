import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { AlertDialog } from '@/ui/dialog';
import { titlesOf } from '../first-words';
import { Failed, Loading } from '../frame/states';
import { useWide } from '../frame/use-wide';
import { countsQuery, spamQuery, testimoniesQuery, testimonyQuery } from '../queries';
import type { StaffTestimony, Status } from '../types';
import { statuses } from '../words';
import { Arrivals } from './arrivals';
import { refreshAll } from './lists';
import { filtersOf, OnlyFilter, WaitingLine } from './only-filter';
import { PauseHint } from './pause-hint';
import { useShortcuts } from './shortcuts';
import { ShortcutsDialog } from './shortcuts-dialog';
import { StatusFilter } from './status-filter';
import { TestimonyList } from './testimony-list';
import { TestimonyPane } from './testimony-pane';
import { list as words } from './testimony-words';
import { UndoBar } from './undo-bar';
import { useArrivals } from './use-arrivals';
import { useKeptPlace } from './use-kept-place';
import { useModeration } from './use-moderation';

/** Testimonies by status: list on the left, testimony on the right; on phones one after the other. */
export function TestimoniesTab() {
  const client = useQueryClient();
  const wide = useWide();
  const [params, setParams] = useSearchParams();
  const { key: visit } = useLocation();
  const [first, setFirst] = useState<{ visit: string; id: string } | null>(null);
  const [help, setHelp] = useState(false);
  // Focus moves to a testimony that staff opened, not to one that is shown by default.
  const chosen = useRef(false);

  const status = statuses.find((known) => known === params.get('status')) ?? 'pending';
  const only = filtersOf(status).find((known) => known === params.get('only')) ?? '';
  const list = useInfiniteQuery(testimoniesQuery(status, only));
  const counts = useQuery(countsQuery);
  const testimonies = list.data?.pages.flatMap((page) => page.testimonies) ?? [];
  // When everything on screen is decided, the next page is loaded.
  const goOn = list.hasNextPage && testimonies.length === 0 && !list.isFetching && !list.error;
  const { fetchNextPage } = list;
  useEffect(() => {
    if (goOn) fetchNextPage();
  }, [goOn, fetchNextPage]);
  const [top] = testimonies;
  const held = first?.visit === visit ? first.id : null;
  // The default testimony stays once shown: one inserted before it must not receive a key press meant for it.
  if (wide && top && held === null) setFirst({ visit, id: top.id });
  const selected = params.get('story') ?? (wide ? held : null);

  const show = (id: string | null, inStatus: Status = status) => {
    chosen.current = true;
    setParams({
      tab: 'testimonies',
      ...(inStatus === 'pending' ? {} : { status: inStatus }),
      ...(only !== '' && inStatus === status ? { only } : {}),
      ...(id ? { story: id } : {}),
    });
  };
  const at = (id: string | null) => testimonies.findIndex((testimony) => testimony.id === id);
  // Where the story on screen stood last: somebody else may take it out of the list meanwhile.
  const place = useRef(0);
  const here = at(selected);
  useEffect(() => {
    if (here !== -1) place.current = here;
  }, [here]);
  const neighbour = (id: string, leaving: readonly string[] = [id]) => {
    const start = at(id) === -1 ? place.current : at(id);
    const stays = (testimony: StaffTestimony) => !leaving.includes(testimony.id);
    const after = testimonies.slice(start).find(stays);
    return (after ?? testimonies.slice(0, start).reverse().find(stays))?.id ?? null;
  };
  const move = (by: 1 | -1) => {
    // What somebody else took out has left its place to the story after it.
    const isGone = selected !== null && here === -1;
    const next = testimonies[isGone ? place.current - (by === 1 ? 0 : 1) : here + by];
    if (next) show(next.id);
  };
  // The story that comes after this one is loaded ahead, so that it stands there at once.
  const ahead = selected === null ? null : neighbour(selected);
  useEffect(() => {
    if (ahead) void client.prefetchQuery(testimonyQuery(ahead));
  }, [ahead, client]);
  const moderation = useModeration({ status, selected, neighbour, show });

  const arrivals = useArrivals({ status, only, testimonies, selected });
  const scrolled = useKeptPlace();
  const [said, setSaid] = useState('');
  const reload = async () => {
    setSaid('');
    arrivals.begin();
    await scrolled.whileLoading(() => refreshAll(client));
    setSaid(words.broughtIn);
  };
  const spam = useQuery({ ...spamQuery, enabled: status === 'pending' });
  const maybeSpam = new Set(
    status === 'pending' ? spam.data?.groups.flatMap(({ ids }) => ids) : [],
  );

  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    z: moderation.undo,
    n: () => {
      if (arrivals.count > 0) void reload();
    },
    '?': () => setHelp(true),
  });

  return (
    <div className="grid gap-4 rail:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] rail:gap-8">
      <div
        className={selected && !wide ? 'hidden' : 'min-w-0 rail:sticky rail:top-4 rail:self-start'}
      >
        <WaitingLine counts={counts.data} />
        <StatusFilter
          status={status}
          counts={counts.data}
          shown={list.data ? testimonies.length : null}
          onChange={(next) => {
            setParams({ tab: 'testimonies', status: next });
          }}
          refreshing={list.isFetching}
          onRefresh={reload}
          onHelp={() => setHelp(true)}
        >
          <OnlyFilter
            status={status}
            only={only}
            onChange={(next) =>
              setParams({ tab: 'testimonies', status, ...(next ? { only: next } : {}) })
            }
          />
        </StatusFilter>
        <Arrivals count={arrivals.count} busy={list.isFetching} onBringIn={reload} />
        {list.isPending && <Loading />}
        {list.error && !list.data && (
          <Failed what={words.what} error={list.error} onRetry={list.refetch} />
        )}
        {list.data && (
          <TestimonyList
            key={`${status} ${only}`}
            status={status}
            only={only}
            maybeSpam={maybeSpam}
            scrolled={scrolled.ref}
            testimonies={testimonies}
            selected={selected}
            onSelect={show}
            more={list.hasNextPage ? list.fetchNextPage : null}
            loadingMore={list.isFetchingNextPage}
            moreError={list.isFetchNextPageError ? list.error : null}
          />
        )}
      </div>
      {selected && (
        <div className="min-w-0">
          <PauseHint />
          <TestimonyPane
            key={selected}
            id={selected}
            titles={titlesOf(testimonies)}
            listed={testimonies[at(selected)]}
            moderation={moderation}
            takesFocus={chosen.current}
            onBack={wide ? null : () => show(null)}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {moderation.said}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {moderation.last && (
        <UndoBar
          key={`undo ${moderation.last.id}`}
          last={moderation.last}
          onUndo={moderation.undo}
        />
      )}
      {moderation.failure && (
        <AlertDialog title={moderation.failure.title} onClose={moderation.dismissFailure}>
          {moderation.failure.text}
        </AlertDialog>
      )}
      {help && <ShortcutsDialog onClose={() => setHelp(false)} />}
    </div>
  );
}
