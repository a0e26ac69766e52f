/** Asks what will be hidden: when the preview opens, when the wishes change, and when the author looks again. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Preview } from '@/lib/api/types';
import { useDialogs } from '@/lib/dialogs';
import { sendWords } from '@/lib/unread-words';
import { previewTestimony } from './queries';
import type { StoryFields } from './story';

type Words = Pick<StoryFields, 'whatHappened' | 'whatHelped' | 'whatChanged'>;
type Draft = Words & Pick<StoryFields, 'alsoHide'>;

const wordsOf = ({ whatHappened, whatHelped, whatChanged }: Words): Words => ({
  whatHappened,
  whatHelped,
  whatChanged,
});

const isSame = (one: Words, other: Words) =>
  JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other));

export function usePreview(story: Draft) {
  const dialogs = useDialogs();
  const [seen, setSeen] = useState<{ words: Words; fields: Preview['fields'] } | null>(null);
  const helped = useRef(false);
  const latest = useRef(0);
  const helpOnce = (show: () => void) => {
    if (helped.current) return;
    helped.current = true;
    show();
  };
  const reading = useMutation({
    // What people confide is not kept in memory longer than it is shown.
    gcTime: 0,
    mutationFn: ({ draft }: { draft: Draft; number: number }) =>
      sendWords(
        Object.values(wordsOf(draft)).join('\n'),
        () => previewTestimony(draft),
        (category) => helpOnce(() => dialogs.showBundledHelp(category)),
      ),
    onSuccess: ({ fields, crisis, resources }, { draft, number }) => {
      // Danger stays danger, also in words that were changed since.
      if (crisis) helpOnce(() => dialogs.showCrisis(resources));
      if (number !== latest.current) return;
      setSeen({ words: wordsOf(draft), fields });
    },
  });
  const look = () => {
    const isEmpty = Object.values(wordsOf(story)).every((words) => words.trim() === '');
    if (isEmpty) return;
    latest.current += 1;
    const { alsoHide } = story;
    reading.mutate({ draft: { ...wordsOf(story), alsoHide }, number: latest.current });
  };
  const lookAtWishes = useEffectEvent((_wishes: string) => look());
  const wishes = JSON.stringify(story.alsoHide);
  useEffect(() => lookAtWishes(wishes), [wishes]);

  return {
    /** The fields as they will read, once they were read. */
    shown: seen?.fields ?? null,
    /** The words that were read, which the places in `shown` count in. */
    seen: seen?.words ?? wordsOf(story),
    changed: seen !== null && !isSame(seen.words, story),
    /** Whether help came in the place of a reading. */
    withheld: seen !== null && seen.fields === null,
    error: reading.error,
    pending: reading.isPending,
    look,
  };
}
