import { useState } from 'react';
import { bringIntoView } from '@/lib/bring-into-view';

interface ChipRowProps {
  legend: string;
  chips: readonly { id: string; name: string }[];
  chosen: string | null;
  onChoose(id: string): void;
  disabled?: boolean;
  /**
   * The labels that expand and collapse rows beyond the second on a wide screen. Without them the legend is hidden.
   */
  more?: { open: string; close: string };
  /** Opens a sheet with all chips on phones, where the row scrolls sideways. */
  onShowAll?(): void;
}

/** Limits the height to two rows at any text size. A hidden chip that gets focus is scrolled into view. */
const FOLDED =
  'rail:max-h-[calc(2*max(44px,1.3775rem+2px)+26px)] rail:scroll-py-2 rail:overflow-hidden';

const moreClass =
  'float-right -my-2.5 -mr-2 inline-flex min-h-11 items-center rounded-full px-2 text-label font-semibold text-water underline underline-offset-4';

/** A single-choice row of chips: it scrolls sideways on phones and wraps on wide screens. */
export function ChipRow({
  legend,
  chips,
  chosen,
  onChoose,
  disabled,
  more,
  onShowAll,
}: ChipRowProps) {
  const [unfolded, setUnfolded] = useState(false);
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className={more ? 'float-left text-label text-muted' : 'sr-only'}>{legend}</legend>
      {more && (
        <button
          type="button"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          className={`max-rail:hidden ${moreClass}`}
        >
          {unfolded ? more.close : more.open}
        </button>
      )}
      {more && onShowAll && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onShowAll}
          className={`rail:hidden ${moreClass}`}
        >
          {more.open}
        </button>
      )}
      <div
        className={`thin-scrollbar clear-both flex scroll-px-6 gap-2.5 overflow-x-auto px-6 py-2 -mx-6 in-disabled:overflow-x-hidden ${more ? `max-rail:fade-edges md:-mx-8 md:scroll-px-8 md:px-8 rail:-mx-2 rail:flex-wrap rail:px-2 ${unfolded ? '' : FOLDED}` : 'max-md:fade-edges md:mx-0 md:flex-wrap md:px-0'}`}
      >
        {chips.map(({ id, name }) => (
          <button
            key={id}
            // Keeps the selected chip in view, for example when a link has preselected it.
            ref={id === chosen ? bringIntoView : undefined}
            type="button"
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
            className="min-h-11 shrink-0 rounded-full border border-line bg-surface px-4.5 text-label whitespace-nowrap text-ink transition-colors hover:border-line-strong disabled:opacity-55 aria-pressed:border-water aria-pressed:bg-water aria-pressed:font-semibold aria-pressed:text-on-water rail:in-[form]:not-aria-pressed:bg-sunk"
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
