interface ChipRowProps {
  legend: string;
  chips: readonly { id: string; name: string }[];
  chosen: string | null;
  onChoose(id: string): void;
  disabled?: boolean;
  /** `scroll` keeps one row at every width; `wrap` shows them all where there is room. */
  fit: 'scroll' | 'wrap';
}

/** A chosen chip is never out of sight, as when a link has chosen it. */
const bringIntoView = (chip: HTMLElement | null) =>
  chip?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });

const rows = {
  scroll: 'fade-edges md:-mx-8 md:scroll-px-8 md:px-8',
  wrap: 'max-md:fade-edges md:mx-0 md:flex-wrap md:px-0',
};

/** Choices of which one is taken, in a row that scrolls sideways on phones. */
export function ChipRow({ legend, chips, chosen, onChoose, disabled, fit }: ChipRowProps) {
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className={fit === 'wrap' ? 'sr-only' : 'text-label text-muted'}>{legend}</legend>
      <div
        className={`thin-scrollbar -mx-6 flex scroll-px-6 gap-2.5 overflow-x-auto px-6 py-2 in-disabled:overflow-x-hidden ${rows[fit]}`}
      >
        {chips.map(({ id, name }) => (
          <button
            key={id}
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
