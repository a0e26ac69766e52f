import type { Topic } from '@/lib/api/types';

interface TopicChipsProps {
  topics: readonly Topic[];
  selected: string | null;
  disabled: boolean;
  onChoose(topicId: string): void;
}

/** The row of common struggles. It scrolls sideways; on wide screens it wraps and shows them all. */
export function TopicChips({ topics, selected, disabled, onChoose }: TopicChipsProps) {
  return (
    <fieldset disabled={disabled} className="mt-5 min-w-0">
      <legend className="text-label text-muted">Or choose a common struggle</legend>
      <div className="no-scrollbar -mx-6 mt-2.5 flex scroll-px-6 gap-2.5 overflow-x-auto px-6 py-1 md:-mx-8 md:px-8">
        {topics.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === selected}
            onClick={() => onChoose(id)}
            className="min-h-11 shrink-0 rounded-full border border-line bg-surface px-4.5 text-label whitespace-nowrap text-ink transition-colors hover:border-line-strong disabled:opacity-55 aria-pressed:border-water aria-pressed:bg-water aria-pressed:font-semibold aria-pressed:text-on-water rail:bg-sunk"
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
