import { type Ref, useState } from 'react';
import { Notice } from '@/ui/notice';
import { excerptOf, firstWords } from '../first-words';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { Empty, explain } from '../frame/states';
import type { Only } from '../queries';
import type { StaffTestimony, Status } from '../types';
import { age, moment, tail, topicName } from '../words';
import { BulkBar, isBulkEligible, isTicked, type Ticked } from './bulk';
import { RedactedExcerpt } from './redacted-text';
import { TestimonyTags } from './testimony-tags';
import { list } from './testimony-words';

interface TestimonyListProps {
  status: Status;
  only: Only;
  /** The stories that may be spam. */
  maybeSpam: ReadonlySet<string>;
  testimonies: readonly StaffTestimony[];
  selected: string | null;
  onSelect(id: string): void;
  /** Loads the next page, if there is one. */
  more: (() => unknown) | null;
  loadingMore: boolean;
  moreError: unknown;
  /** The element that scrolls, on a wide screen. */
  scrolled: Ref<HTMLUListElement>;
}

/** The testimonies of one status. Pending low-risk ones can be selected for bulk approval. */
export function TestimonyList(props: TestimonyListProps) {
  const { status, only, maybeSpam, testimonies, selected, onSelect, more, loadingMore, moreError } =
    props;
  const [ticked, setTicked] = useState<Ticked | null>(null);
  if (testimonies.length === 0 && !more)
    return <Empty>{only === '' ? list.none[status] : list.noneOfThese}</Empty>;
  const tick = ({ id, version }: StaffTestimony, on: boolean) =>
    setTicked((before) => {
      const next = new Map(before);
      if (on) next.set(id, version);
      else next.delete(id);
      return next;
    });
  return (
    <>
      {status === 'pending' && (
        <BulkBar testimonies={testimonies} ticked={ticked} onChange={setTicked} />
      )}
      <ul
        ref={props.scrolled}
        className="relative grid grid-cols-1 content-start gap-2 rail:max-h-[calc(100dvh-13rem)] rail:min-h-80 rail:overflow-y-auto rail:overscroll-contain rail:rounded-field rail:p-1"
      >
        {testimonies.map((testimony) => (
          <li key={testimony.id} data-story={testimony.id} className="flex items-stretch gap-1">
            {ticked && (
              <span className="grid w-11 shrink-0">
                {isBulkEligible(testimony) && (
                  <label className="relative grid place-items-center">
                    <span className="sr-only">{list.choose(tail(testimony.id))}</span>
                    <input
                      type="checkbox"
                      checked={isTicked(ticked, testimony)}
                      onChange={(event) => tick(testimony, event.target.checked)}
                      className="size-5.5 accent-water"
                    />
                  </label>
                )}
              </span>
            )}
            <Item
              testimony={testimony}
              maybeSpam={maybeSpam.has(testimony.id)}
              current={testimony.id === selected}
              onSelect={onSelect}
            />
          </li>
        ))}
        {more && (
          <li className="grid py-2">
            <SmallButton variant="outline" disabled={loadingMore} onClick={() => more()}>
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
  testimony: StaffTestimony;
  maybeSpam: boolean;
  current: boolean;
  onSelect(id: string): void;
}

function Item({ testimony, maybeSpam, current, onSelect }: ItemProps) {
  const { redactedText: text } = testimony;
  // What is written here where there is no text is ours.
  const lang = text === null ? 'en' : (testimony.language ?? '');
  return (
    <button
      type="button"
      aria-current={current}
      onClick={() => onSelect(testimony.id)}
      className="grid min-w-0 grid-cols-1 flex-1 gap-1.5 rounded-field border border-line bg-surface px-4 py-3 text-left hover:border-line-strong aria-current:border-water aria-current:shadow-[inset_4px_0_0_var(--water)]"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span dir="auto" lang={lang} className="min-w-0 font-semibold wrap-anywhere text-ink">
          {text === null ? list.untitled : firstWords(text)}
        </span>
        <time
          dateTime={testimony.createdAt}
          title={moment(testimony.createdAt)}
          className="shrink-0 text-small text-muted"
        >
          {list.ago(age(testimony.createdAt))}
        </time>
      </span>
      <TestimonyTags testimony={testimony} maybeSpam={maybeSpam} />
      {text !== null && (
        <span dir="auto" lang={lang} className="line-clamp-2 text-label text-muted wrap-anywhere">
          <RedactedExcerpt
            text={text}
            danger={testimony.dangerMarks}
            readable={testimony.leftReadable}
            nearly={testimony.nearlyHidden}
            {...excerptOf(testimony)}
          />
        </span>
      )}
      <span className="flex flex-wrap justify-between gap-x-3 text-small text-muted">
        <span>{testimony.topics.map(topicName).join(', ')}</span>
        <span className="tabular-nums">…{tail(testimony.id)}</span>
      </span>
    </button>
  );
}
