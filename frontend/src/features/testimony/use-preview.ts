/** Requests the redaction preview: when it opens, when the words to hide change, and on demand. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Preview } from '@/lib/api/types';
import { sendWithCrisisFallback } from '@/lib/crisis-fallback';
import { useDialogs } from '@/lib/dialogs';
import { previewTestimony } from './queries';
import type { TestimonyFields } from './validation';

type Words = Pick<TestimonyFields, 'whatHappened' | 'whatHelped' | 'whatChanged'>;
type Draft = Words & Pick<TestimonyFields, 'alsoHide'>;

const wordsOf = ({ whatHappened, whatHelped, whatChanged }: Words): Words => ({
  whatHappened,
  whatHelped,
  whatChanged,
});

const isSame = (one: Words, other: Words) =>
  JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other));

export function usePreview(testimony: Draft) {
  const dialogs = useDialogs();
  const [seen, setSeen] = useState<{
    words: Words;
    fields: Preview['fields'];
    notFound: string[];
  } | null>(null);
  const helped = useRef(false);
  const latest = useRef(0);
  const helpOnce = (show: () => void) => {
    if (helped.current) return;
    helped.current = true;
    show();
  };
  const reading = useMutation({
    // Confidential text is not kept in the mutation cache longer than it is shown.
    gcTime: 0,
    mutationFn: ({ draft }: { draft: Draft; number: number }) =>
      sendWithCrisisFallback(
        Object.values(wordsOf(draft)).join('\n'),
        () => previewTestimony(draft),
        (category) => helpOnce(() => dialogs.showBundledHelp(category)),
      ),
    onSuccess: ({ fields, notFound, crisis, resources }, { draft, number }) => {
      // A crisis is shown even if the text has changed since.
      if (crisis) helpOnce(() => dialogs.showCrisis(resources));
      if (number !== latest.current) return;
      setSeen({ words: wordsOf(draft), fields, notFound });
    },
  });
  const look = () => {
    const isEmpty = Object.values(wordsOf(testimony)).every((words) => words.trim() === '');
    if (isEmpty) return;
    latest.current += 1;
    const { alsoHide } = testimony;
    reading.mutate({ draft: { ...wordsOf(testimony), alsoHide }, number: latest.current });
  };
  const previewWishes = useEffectEvent((_wishes: string) => look());
  const wishes = JSON.stringify(testimony.alsoHide);
  useEffect(() => previewWishes(wishes), [wishes]);

  return {
    /** The redacted fields, once previewed. */
    shown: seen?.fields ?? null,
    /** The previewed text, to which the offsets in `shown` refer. */
    seen: seen?.words ?? wordsOf(testimony),
    changed: seen !== null && !isSame(seen.words, testimony),
    /** Whether the response was crisis help without a preview. */
    withheld: seen !== null && seen.fields === null,
    /** The words to hide that do not stand in the previewed text. */
    notFound: seen?.notFound ?? [],
    error: reading.error,
    pending: reading.isPending,
    look,
  };
}
