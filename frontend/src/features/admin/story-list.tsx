import { useState } from 'react';
import { Notice } from '@/ui/notice';
import { BulkBar, isEasy } from './bulk';
import { SmallButton } from './small-button';
import { around } from './staff-words';
import { Empty, explain } from './states';
import { list } from './story-words';
import { StoryTags } from './tags';
import type { StaffStory, Status } from './types';
import { age, moment, tail } from './words';

interface StoryListProps {
  status: Status;
  stories: readonly StaffStory[];
  selected: string | null;
  onSelect(id: string): void;
  /** Loads the next page, if there is one. */
  more: (() => unknown) | null;
  loadingMore: boolean;
  moreError: unknown;
}

/** The stories of one status. Pending ones of low risk can be ticked and approved together. */
export function StoryList(props: StoryListProps) {
  const { status, stories, selected, onSelect, more, loadingMore, moreError } = props;
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null);
  if (stories.length === 0 && !more) return <Empty>{list.none[status]}</Empty>;
  const tick = (id: string, on: boolean) =>
    setTicked((before) => {
      const next = new Set(before);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  return (
    <>
      {status === 'pending' && <BulkBar stories={stories} ticked={ticked} onChange={setTicked} />}
      <ul className="grid content-start gap-2 rail:max-h-[calc(100dvh-13rem)] rail:min-h-80 rail:overflow-y-auto rail:overscroll-contain rail:rounded-field rail:p-1">
        {stories.map((story) => (
          <li key={story.id} className="flex items-stretch gap-1">
            {ticked && (
              <span className="grid w-11 shrink-0">
                {isEasy(story) && (
                  <label className="relative grid place-items-center">
                    <span className="sr-only">{list.choose(tail(story.id))}</span>
                    <input
                      type="checkbox"
                      checked={ticked.has(story.id)}
                      onChange={(event) => tick(story.id, event.target.checked)}
                      className="size-5.5 accent-water"
                    />
                  </label>
                )}
              </span>
            )}
            <Item story={story} current={story.id === selected} onSelect={onSelect} />
          </li>
        ))}
        {more && (
          <li className="grid py-2">
            <SmallButton look="outline" disabled={loadingMore} onClick={() => more()}>
              {loadingMore ? around.loadingMore : around.showMore}
            </SmallButton>
            {moreError !== null && (
              <Notice tone="danger" className="mt-2">
                {explain(moreError)}
              </Notice>
            )}
          </li>
        )}
      </ul>
    </>
  );
}

interface ItemProps {
  story: StaffStory;
  current: boolean;
  onSelect(id: string): void;
}

function Item({ story, current, onSelect }: ItemProps) {
  return (
    <button
      type="button"
      aria-current={current}
      onClick={() => onSelect(story.id)}
      className="grid min-w-0 flex-1 gap-1.5 rounded-field border border-line bg-surface px-4 py-3 text-left hover:border-line-strong aria-current:border-water aria-current:shadow-[inset_4px_0_0_var(--water)]"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-semibold text-ink tabular-nums">…{tail(story.id)}</span>
        <time
          dateTime={story.createdAt}
          title={moment(story.createdAt)}
          className="text-small text-muted"
        >
          {list.ago(age(story.createdAt))}
        </time>
      </span>
      <StoryTags story={story} />
      {story.redactedText !== null && (
        <span dir="auto" className="line-clamp-2 text-label text-muted wrap-anywhere">
          {story.redactedText}
        </span>
      )}
    </button>
  );
}
