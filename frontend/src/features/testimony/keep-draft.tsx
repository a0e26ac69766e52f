import { useId } from 'react';
import { useWords } from '@/lib/language';
import { Notice } from '@/ui/notice';
import type { KeptDraft } from './use-kept-draft';
import { drafts } from './words';

/** The switch for keeping the draft on this device; off by default. */
export function KeepDraft({ kept }: { kept: KeptDraft }) {
  const words = useWords(drafts);
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="inline-flex min-h-11 items-center gap-3 text-ink">
        <input
          id={id}
          type="checkbox"
          checked={kept.isKept}
          aria-describedby={`${id}-note`}
          // The form's own change is not meant: no field has changed.
          onChange={(event) => {
            event.stopPropagation();
            kept.toggle();
          }}
          className="size-5 shrink-0 accent-water"
        />
        {words.keep}
      </label>
      <p id={`${id}-note`} className="pl-8 text-small text-muted">
        {words.keepText}
      </p>
      {kept.isRefused && (
        <p role="alert" className="pl-8 text-small font-semibold text-danger">
          {words.refused}
        </p>
      )}
    </div>
  );
}

/** Says that the form shows the draft of an earlier visit. */
export function DraftIsBack({ kept }: { kept: KeptDraft }) {
  const words = useWords(drafts);
  if (!kept.isBack) return null;
  return (
    <Notice icon="check" className="mb-7">
      {words.back}{' '}
      <button
        type="button"
        onClick={kept.discard}
        className="-my-2.5 min-h-11 font-semibold text-ink underline"
      >
        {words.discard}
      </button>
    </Notice>
  );
}
