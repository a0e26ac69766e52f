import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
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
export function Original({ id, lang }: { id: string; lang: string | null }) {
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
        <Revealed key={id} words={words} lang={lang ?? ''} onHide={() => setWords(null)} />
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

/** The original: blurred until somebody asks for the words, so that nothing hard meets tired eyes by surprise. */
function Revealed({ words, lang, onHide }: { words: OriginalWords; lang: string; onHide(): void }) {
  const [isClear, setClear] = useState(false);
  const text = useRef<HTMLDListElement>(null);
  const show = () => {
    setClear(true);
    // The button goes away: the focus moves on to what it showed.
    text.current?.focus();
  };
  return (
    <div className="mt-2 rounded-field border border-amber-text bg-surface p-5">
      {!isClear && (
        <p role="status" className="text-label text-muted">
          {original.blurred}
        </p>
      )}
      <div className="relative">
        <dl
          ref={text}
          tabIndex={-1}
          aria-hidden={!isClear}
          className={`grid gap-4 outline-none ${isClear ? '' : 'min-h-24 overflow-hidden blur-md select-none [@media(prefers-reduced-transparency:reduce)]:invisible forced-colors:invisible'}`}
        >
          {original.parts.map(([part, name]) => (
            <div key={part}>
              <dt className="text-small font-semibold text-muted">{name}</dt>
              <dd dir="auto" lang={lang} className="whitespace-pre-line wrap-anywhere">
                {words[part]}
              </dd>
            </div>
          ))}
        </dl>
        {!isClear && (
          <button
            type="button"
            onClick={show}
            className="absolute inset-0 grid w-full cursor-pointer place-items-center rounded-field font-semibold text-ink"
          >
            <span className="rounded-full border border-line-strong bg-surface px-5 py-2.5">
              {original.show}
            </span>
          </button>
        )}
      </div>
      <SmallButton variant="outline" className="mt-4" onClick={onHide}>
        {original.hide}
      </SmallButton>
    </div>
  );
}
