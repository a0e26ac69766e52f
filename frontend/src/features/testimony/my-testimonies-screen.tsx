import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '@/lib/api/error';
import { Button, ButtonLink } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { Page } from '@/ui/page';
import { OwnStory } from './own-story';
import { ownTestimoniesQuery } from './queries';

/** The person's own stories and what became of each. */
export function MyTestimoniesScreen() {
  const { data: stories, error, refetch, isFetching } = useQuery(ownTestimoniesQuery);
  const [withdrawn, setWithdrawn] = useState(false);
  const statusRef = useRef<HTMLDivElement>(null);
  const count = stories?.length;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a story that goes takes the focus with it, so each going counts.
  useEffect(() => {
    if (withdrawn) statusRef.current?.focus();
  }, [withdrawn, count]);

  return (
    <Page
      title="My Testimonies"
      intro="Your own words are sealed. What you read here, without names and places, is all that others can ever see."
    >
      <div ref={statusRef} tabIndex={-1} role="status" className="outline-none">
        {withdrawn && (
          <p className="mb-6 rounded-field border border-line bg-sunk px-5 py-4 text-label">
            Your story was withdrawn and deleted.
          </p>
        )}
      </div>
      {error && (
        <Notice tone="danger" className="mb-6">
          <strong className="block">Failed to load testimonies</strong>
          <p>{messageOf(error)}</p>
          <Button look="outline" className="mt-4" disabled={isFetching} onClick={() => refetch()}>
            {isFetching ? 'Loading…' : 'Try again'}
          </Button>
        </Notice>
      )}
      {!stories && !error && <Loading />}
      {stories?.length === 0 && <NoStories />}
      {stories && stories.length > 0 && (
        <>
          <ul aria-label="Your stories" className="grid gap-5">
            {stories.map((story) => (
              <OwnStory key={story.id} story={story} onWithdrawn={() => setWithdrawn(true)} />
            ))}
          </ul>
          <div className="mt-8">
            <ButtonLink to="/testimony" look="outline" icon="pen">
              Share another story
            </ButtonLink>
          </div>
        </>
      )}
    </Page>
  );
}

function messageOf(error: Error): string {
  if (isApiError(error)) return error.humanMessage || 'An error occurred';
  return navigator.onLine ? 'An error occurred' : 'You are offline. Your stories are safe with us.';
}

/** Two stories in outline: the layout is there before the words. */
function Loading() {
  return (
    <div
      role="status"
      aria-label="Loading your stories"
      className="breathe grid min-h-dvh content-start gap-5"
    >
      <Outline />
      <Outline />
    </div>
  );
}

const Outline = () => (
  <div className="h-56 rounded-card bg-surface p-6 sm:p-8">
    <div className="h-7 w-2/5 rounded-full bg-sunk" />
    <div className="mt-7 h-4 rounded-full bg-sunk" />
    <div className="mt-3 h-4 rounded-full bg-sunk" />
    <div className="mt-3 h-4 w-3/5 rounded-full bg-sunk" />
  </div>
);

function NoStories() {
  return (
    <section className="rounded-card bg-surface px-6 py-12 text-center sm:px-8">
      <h2 className="display text-h2 text-ink">No Testimonies Yet</h2>
      <p className="mx-auto mt-2 max-w-[30rem] text-muted">
        When you share what helped you, it is kept here, and you see what becomes of it. What you
        tell may reach somebody tonight.
      </p>
      <ButtonLink to="/testimony" icon="pen" className="mt-7">
        Share Your Story
      </ButtonLink>
    </section>
  );
}
