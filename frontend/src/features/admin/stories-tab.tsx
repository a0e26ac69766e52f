import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { AlertDialog } from '@/ui/dialog';
import { ADMIN, countsQuery, storiesQuery } from './queries';
import { useShortcuts } from './shortcuts';
import { ShortcutsDialog } from './shortcuts-dialog';
import { Failed, Loading } from './states';
import { StatusFilter } from './status-filter';
import { StoryList } from './story-list';
import { StoryPane } from './story-pane';
import { list as words } from './story-words';
import type { Status } from './types';
import { UndoBar } from './undo-bar';
import { useModeration } from './use-moderation';
import { useWide } from './use-wide';
import { statuses } from './words';

/** Stories by status: the list left, the story right; on phones one after the other. */
export function StoriesTab() {
  const client = useQueryClient();
  const wide = useWide();
  const [params, setParams] = useSearchParams();
  const { key: visit } = useLocation();
  const [first, setFirst] = useState<{ visit: string; id: string } | null>(null);
  const [help, setHelp] = useState(false);
  // Whoever chose a story is led to it; a story that is merely the first one is not in anybody's way.
  const chosen = useRef(false);

  const status = statuses.find((known) => known === params.get('status')) ?? 'pending';
  const list = useInfiniteQuery(storiesQuery(status));
  const counts = useQuery(countsQuery);
  const stories = list.data?.pages.flatMap((page) => page.stories) ?? [];
  // When everything on screen is settled, what comes next is loaded by itself.
  const goOn = list.hasNextPage && stories.length === 0 && !list.isFetching && !list.error;
  const { fetchNextPage } = list;
  useEffect(() => {
    if (goOn) fetchNextPage();
  }, [goOn, fetchNextPage]);
  const [top] = stories;
  const held = first?.visit === visit ? first.id : null;
  // Once shown, the first story stays: one that comes before it must not take its place under a key already pressed.
  if (wide && top && held === null) setFirst({ visit, id: top.id });
  const selected = params.get('story') ?? (wide ? held : null);

  const show = (id: string | null, inStatus: Status = status) => {
    chosen.current = true;
    setParams({
      tab: 'testimonies',
      ...(inStatus === 'pending' ? {} : { status: inStatus }),
      ...(id ? { story: id } : {}),
    });
  };
  const at = (id: string | null) => stories.findIndex((story) => story.id === id);
  const neighbour = (id: string) => (stories[at(id) + 1] ?? stories[at(id) - 1])?.id ?? null;
  const move = (by: 1 | -1) => {
    const here = at(selected);
    const next = stories[here === -1 ? 0 : here + by];
    if (next) show(next.id);
  };
  const moderation = useModeration({ status, selected, neighbour, show });

  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    z: moderation.undo,
    '?': () => setHelp(true),
  });

  return (
    <div className="grid gap-4 rail:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] rail:gap-8">
      <div
        className={selected && !wide ? 'hidden' : 'min-w-0 rail:sticky rail:top-4 rail:self-start'}
      >
        <StatusFilter
          status={status}
          counts={counts.data}
          shown={list.data ? stories.length : null}
          onChange={(next) => {
            setParams({ tab: 'testimonies', status: next });
          }}
          refreshing={list.isFetching}
          onRefresh={() => client.invalidateQueries({ queryKey: ADMIN })}
          onHelp={() => setHelp(true)}
        />
        {list.isPending && <Loading />}
        {list.error && !list.data && (
          <Failed what={words.what} error={list.error} onRetry={list.refetch} />
        )}
        {list.data && (
          <StoryList
            key={status}
            status={status}
            stories={stories}
            selected={selected}
            onSelect={show}
            more={list.hasNextPage ? list.fetchNextPage : null}
            loadingMore={list.isFetchingNextPage}
            moreError={list.isFetchNextPageError ? list.error : null}
          />
        )}
      </div>
      {selected && (
        <StoryPane
          key={selected}
          id={selected}
          listed={stories[at(selected)]}
          moderation={moderation}
          takesFocus={chosen.current}
          onBack={wide ? null : () => show(null)}
        />
      )}
      <p role="status" className="sr-only">
        {moderation.said}
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
