import { useId } from 'react';
import type { Topic } from '@/lib/api/types';
import { useLanguage, useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { topicGroups } from './topics-words';

/** The topics by what they are about. One that the server adds later stands in the last group. */
const GROUPS = [
  ['feelings', ['anxiety', 'fear', 'depression', 'loneliness', 'anger', 'envy', 'weariness']],
  ['losses', ['grief', 'breakup-divorce', 'illness', 'waiting']],
  ['people', ['marriage', 'parenting', 'family-conflict', 'forgiveness']],
  ['days', ['work', 'finances', 'decisions', 'purpose']],
  ['self', ['guilt-shame', 'temptation', 'addiction', 'self-worth', 'doubt']],
  ['others', []],
] as const satisfies readonly (readonly [keyof typeof topicGroups, readonly string[]])[];

const groupOf = (id: string) =>
  GROUPS.find(([, ids]) => (ids as readonly string[]).includes(id))?.[0] ?? 'others';

interface TopicsSheetProps {
  topics: readonly Topic[];
  chosen: string | null;
  onChoose(id: string): void;
  onClose(): void;
}

/** All topics in groups, for phones, whose row shows only a few at once. */
export default function TopicsSheet({ topics, chosen, onChoose, onClose }: TopicsSheetProps) {
  const words = useWords(topicGroups);
  const lang = useLanguage();
  return (
    <Dialog
      title={<span lang={lang}>{words.title}</span>}
      onClose={onClose}
      footer={
        <Button variant="outline" lang={lang} onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {GROUPS.map(([group]) => (
        <Group
          key={group}
          name={words[group]}
          topics={topics.filter(({ id }) => groupOf(id) === group)}
          chosen={chosen}
          onChoose={(id) => {
            onChoose(id);
            onClose();
          }}
        />
      ))}
    </Dialog>
  );
}

interface GroupProps extends Pick<TopicsSheetProps, 'topics' | 'chosen' | 'onChoose'> {
  name: string;
}

function Group({ name, topics, chosen, onChoose }: GroupProps) {
  const id = useId();
  const lang = useLanguage();
  if (topics.length === 0) return null;
  return (
    <section aria-labelledby={id} lang={lang} className="mt-5">
      <h3 id={id} className="text-label text-muted">
        {name}
      </h3>
      <ul className="mt-2 flex flex-wrap gap-2.5">
        {topics.map((topic) => (
          <li key={topic.id}>
            <button
              type="button"
              aria-pressed={topic.id === chosen}
              onClick={() => onChoose(topic.id)}
              className="min-h-11 rounded-full border border-line bg-surface px-4.5 py-2 text-left text-label text-ink transition-colors hover:border-line-strong aria-pressed:border-water aria-pressed:bg-water aria-pressed:font-semibold aria-pressed:text-on-water"
            >
              {topic.name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
