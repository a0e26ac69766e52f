import topics from '@content/topics.json';
import { useState } from 'react';
import { Notice } from '@/ui/notice';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { explain } from '../frame/states';
import { Tag } from '../frame/tag';
import type { StaffTestimony } from '../types';
import { topicName } from '../words';
import { editing } from './testimony-words';
import { useEdit } from './use-edit';

const MAX_TOPICS = 5;

/** A choice in progress with the topics it began from, to detect a concurrent change. */
interface Begun {
  chosen: readonly string[];
  topics: readonly string[];
  version: number;
}

/** The topics of a testimony, which decide the guidance that shows it. */
export function TopicsEditor({ testimony }: { testimony: StaffTestimony }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [wasRefused, setWasRefused] = useState(false);
  const leave = () => {
    setBegun(null);
    setWasRefused(false);
  };
  const saving = useEdit(testimony, leave, ({ topics: theirs, version }) => {
    if (begun === null) return;
    setWasRefused(theirs.join() !== begun.topics.join());
    setBegun({ ...begun, topics: theirs, version });
  });
  const chosen = begun?.chosen ?? null;
  const setChosen = (next: readonly string[]) =>
    setBegun({ topics: testimony.topics, version: testimony.version, ...begun, chosen: next });
  const isBehind = begun !== null && begun.topics.join() !== testimony.topics.join();
  return (
    <section aria-labelledby="topics-heading">
      <h3 id="topics-heading" className="font-semibold text-ink">
        {editing.topics}
      </h3>
      {chosen === null ? (
        <div className="flex flex-wrap items-center gap-2">
          {testimony.topics.length === 0 && (
            <p className="text-label text-muted">{editing.noTopics}</p>
          )}
          {testimony.topics.map((id) => (
            <Tag key={id}>{topicName(id)}</Tag>
          ))}
          <SmallButton variant="quiet" icon="pen" onClick={() => setChosen(testimony.topics)}>
            {editing.correct}
          </SmallButton>
        </div>
      ) : (
        <>
          <fieldset className="mt-2">
            <legend className="text-label text-muted">{editing.most}</legend>
            <div className="mt-1.5 flex flex-wrap gap-2">
              {topics.map(({ id, name }) => {
                const on = chosen.includes(id);
                return (
                  <button
                    key={id}
                    type="button"
                    aria-pressed={on}
                    disabled={!on && chosen.length >= MAX_TOPICS}
                    onClick={() =>
                      setChosen(on ? chosen.filter((other) => other !== id) : [...chosen, id])
                    }
                    className="min-h-11 rounded-full border border-line-strong px-4 text-label text-ink hover:bg-sunk disabled:opacity-50 aria-pressed:border-water aria-pressed:bg-water aria-pressed:text-on-water"
                  >
                    {name}
                  </button>
                );
              })}
            </div>
          </fieldset>
          {(isBehind || wasRefused) && !saving.isPending && (
            <Notice tone="danger" className="mt-3">
              {editing.topicsOvertaken(testimony.topics.map(topicName).join(', '))}
            </Notice>
          )}
          <div className="mt-3 flex flex-wrap gap-2">
            <SmallButton
              aria-disabled={saving.isPending}
              onClick={() => {
                if (saving.isPending) return;
                setWasRefused(false);
                // Only a change of the topics is a conflict, not one of text or note.
                const version = isBehind ? begun.version : testimony.version;
                saving.mutate({ topics: [...chosen], version });
              }}
            >
              {saving.isPending ? around.saving : editing.saveTopics}
            </SmallButton>
            <SmallButton
              variant="outline"
              onClick={() => {
                leave();
                saving.reset();
              }}
            >
              {around.cancel}
            </SmallButton>
          </div>
        </>
      )}
      {saving.error && !wasRefused && (
        <Notice tone="danger" className="mt-3">
          {editing.topicsFailed} {explain(saving.error)}
        </Notice>
      )}
    </section>
  );
}
