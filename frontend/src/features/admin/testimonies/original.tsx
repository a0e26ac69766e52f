import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Notice } from '@/ui/notice';
import { ConfirmDialog } from '../frame/confirm-dialog';
import { SmallButton } from '../frame/small-button';
import { explain } from '../frame/states';
import { ADMIN, reveal } from '../queries';
import type { Original as OriginalWords } from '../types';
import { original } from './testimony-words';

/**
 * The author's original text, revealed on demand; the access is audited by name. The text is dropped from memory when
 * it is hidden and on leaving the testimony or the window.
 */
export function Original({ id }: { id: string }) {
  const [asking, setAsking] = useState(false);
  const [words, setWords] = useState<OriginalWords | null>(null);
  const opening = useMutation({
    mutationKey: [...ADMIN, 'reveal'],
    gcTime: 0,
    mutationFn: async () => setWords(await reveal(id)),
  });

  useEffect(() => {
    const hide = () => {
      if (document.hidden) setWords(null);
    };
    document.addEventListener('visibilitychange', hide);
    return () => document.removeEventListener('visibilitychange', hide);
  }, []);

  return (
    <section aria-labelledby="original-heading">
      <h3 id="original-heading" className="font-semibold text-ink">
        {original.title}
      </h3>
      {words ? (
        <div className="mt-2 rounded-field border border-amber-text bg-surface p-5">
          <dl className="grid gap-4">
            {original.parts.map(([part, name]) => (
              <div key={part}>
                <dt className="text-small font-semibold text-muted">{name}</dt>
                <dd dir="auto" className="whitespace-pre-line wrap-anywhere">
                  {words[part]}
                </dd>
              </div>
            ))}
          </dl>
          <SmallButton variant="outline" className="mt-4" onClick={() => setWords(null)}>
            {original.hide}
          </SmallButton>
        </div>
      ) : (
        <>
          <p className="text-label text-muted">{original.text}</p>
          <SmallButton
            variant="outline"
            icon="lock"
            className="mt-2"
            aria-disabled={opening.isPending}
            onClick={() => setAsking(true)}
          >
            {opening.isPending ? original.opening : original.reveal}
          </SmallButton>
        </>
      )}
      {opening.error && !words && (
        <Notice tone="danger" className="mt-3">
          {original.failed} {explain(opening.error)}
        </Notice>
      )}
      {asking && (
        <ConfirmDialog
          title={original.ask}
          confirm={original.reveal}
          onClose={() => setAsking(false)}
          onConfirm={() => opening.mutate()}
        >
          {original.askText}
        </ConfirmDialog>
      )}
    </section>
  );
}
