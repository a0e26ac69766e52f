import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isApiError } from '@/lib/api/error';
import { Notice } from '@/ui/notice';
import { DeleteStory } from './delete-story';
import { InternalNote } from './internal-note';
import { Original } from './original';
import { storyQuery } from './queries';
import { RedactedText } from './redacted-text';
import { SmallButton } from './small-button';
import { around } from './staff-words';
import { Failed, Loading } from './states';
import { StoryActions } from './story-actions';
import { pane } from './story-words';
import { StoryTags } from './tags';
import { TextEditor, useEditing } from './text-editor';
import { Timeline } from './timeline';
import { TopicsEditor } from './topics-editor';
import type { StaffStory } from './types';
import type { Moderation } from './use-moderation';
import { moment, statusInWords, tail } from './words';

interface StoryPaneProps {
  id: string;
  /** The story as the list has it, until its own answer is here. */
  listed: StaffStory | undefined;
  moderation: Moderation;
  takesFocus: boolean;
  /** Leads back to the list where there is no room for both. */
  onBack: (() => void) | null;
}

/** One story, with everything that staff do to it. */
export function StoryPane({ id, listed, moderation, takesFocus, onBack }: StoryPaneProps) {
  const { data, error, refetch } = useQuery(storyQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  const story = data?.story ?? listed;

  // Only on arriving: `takesFocus` is what led here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of it must not move the focus.
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, []);

  return (
    <article aria-labelledby="story-heading" className="min-w-0">
      {onBack && (
        <SmallButton look="quiet" icon="back" className="-ml-3" onClick={onBack}>
          {pane.back}
        </SmallButton>
      )}
      <h2
        id="story-heading"
        ref={heading}
        tabIndex={-1}
        className="display scroll-mt-6 text-h2 text-ink outline-none"
      >
        {pane.story}
        <span className="tabular-nums">…{tail(id)}</span>
      </h2>
      {!story && !error && <Loading />}
      {!story && error && <NoStory error={error} onRetry={refetch} />}
      {story && (
        <Story story={story} moderation={moderation}>
          <section aria-labelledby="timeline-heading">
            <h3 id="timeline-heading" className="font-semibold text-ink">
              {pane.soFar}
            </h3>
            {data && <Timeline lines={data.timeline} />}
            {!data && error && <Failed what={pane.timeline} error={error} onRetry={refetch} />}
            {!data && !error && <p className="text-label text-muted">{around.loadingMore}</p>}
          </section>
        </Story>
      )}
    </article>
  );
}

function NoStory({ error, onRetry }: { error: unknown; onRetry(): unknown }) {
  if (isApiError(error) && error.status === 404) {
    return <Notice className="mt-4">{pane.gone}</Notice>;
  }
  return <Failed what={pane.what} error={error} onRetry={onRetry} />;
}

interface StoryProps {
  story: StaffStory;
  moderation: Moderation;
  children: React.ReactNode;
}

function Story({ story, moderation, children }: StoryProps) {
  const conflict = moderation.conflictOf(story.id);
  const editor = useEditing(story);
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <StoryTags story={story} />
        <p className="text-label text-muted">
          {statusInWords(story.status)}
          {story.moderatedAt && ` ${moment(story.moderatedAt)}`}
          {pane.handedIn(moment(story.createdAt))}
        </p>
      </div>
      {conflict && (
        <Notice tone="danger" className="mt-4">
          <p className="font-semibold">{conflict}</p>
          <p className="text-body">{pane.asItIsNow}</p>
        </Notice>
      )}
      {story.status === 'rejected' && story.moderationNotes && (
        <Notice className="mt-4">
          <p className="text-small font-semibold text-muted">{pane.told}</p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {story.moderationNotes}
          </p>
        </Notice>
      )}
      <div className="mt-4 rounded-card bg-surface p-5 sm:p-7">
        {story.redactedText === null ? (
          <p className="text-muted">{pane.preparing}</p>
        ) : (
          <>
            <RedactedText text={story.redactedText} />
            <TextEditor story={story} text={story.redactedText} {...editor} />
          </>
        )}
      </div>
      {/* What is decided is the saved text: while it is being changed, nothing is. */}
      {!editor.editing && <StoryActions story={story} moderation={moderation} />}
      <div className="mt-6 grid gap-7">
        <Original id={story.id} />
        {story.isPrepared && <TopicsEditor key={story.topics.join()} story={story} />}
        <InternalNote story={story} />
        {children}
        <DeleteStory id={story.id} moderation={moderation} />
      </div>
    </>
  );
}
