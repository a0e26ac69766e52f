import { useMutation } from '@tanstack/react-query';
import { Link } from '@/ui/link';
import { Notice } from '@/ui/notice';
import { firstWords } from '../first-words';
import { OnlyFor } from '../frame/role';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { explain } from '../frame/states';
import { showUserStories } from '../queries';
import type { Account, UserStory } from '../types';
import { day, statusInWords, tail } from '../words';
import { account as words } from './account-words';

interface UserStoriesProps {
  id: string;
  counts: Account['stories'];
}

/** How many stories a user has; which ones is told on request, and recorded. */
export function UserStories({ id, counts }: UserStoriesProps) {
  const show = useMutation({ mutationFn: () => showUserStories(id) });
  const total = counts.pending + counts.approved + counts.rejected + counts.escalated;
  if (total === 0 && !show.data) return <p className="text-muted">{words.noStories}</p>;
  return (
    <>
      <p>{words.storyCounts(counts)}</p>
      {!show.data && (
        <OnlyFor least="owner">
          <p className="max-w-[42rem] text-label text-muted">{words.showStoriesHint}</p>
          <SmallButton
            variant="outline"
            className="mt-2"
            aria-disabled={show.isPending}
            onClick={() => {
              if (!show.isPending) show.mutate();
            }}
          >
            {words.showStories}
          </SmallButton>
        </OnlyFor>
      )}
      {show.error && (
        <Notice tone="danger" className="mt-3">
          {around.notDone} {explain(show.error)}
        </Notice>
      )}
      <p role="status" className="text-label text-muted">
        {show.isPending && around.loadingMore}
      </p>
      {show.data?.length === 0 && <p className="text-muted">{words.noStories}</p>}
      {show.data && show.data.length > 0 && (
        <ul aria-label={words.storyList} className="mt-2 grid gap-2">
          {show.data.map((story) => (
            <Story key={story.id} story={story} />
          ))}
        </ul>
      )}
    </>
  );
}

function Story({ story: { id, status, opening, createdAt } }: { story: UserStory }) {
  return (
    <li>
      <Link
        to={`?tab=testimonies&status=${status}&story=${id}`}
        dir="auto"
        className="inline-flex min-h-11 items-center text-water underline underline-offset-4 wrap-anywhere"
      >
        {opening ? firstWords(opening) : `${words.preparing} …${tail(id)}`}
      </Link>
      <p className="text-small text-muted">
        {statusInWords(status)} · {day(createdAt)}
      </p>
    </li>
  );
}
