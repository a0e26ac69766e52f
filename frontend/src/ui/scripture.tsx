interface Passage {
  reference: string;
  text: string;
  translation: string;
}

/** A passage with its reference and translation. The words come from the text by reference, never from us. */
export function Scripture({ passage, className = '' }: { passage: Passage; className?: string }) {
  return (
    <figure className={className}>
      <blockquote className="scripture text-pretty text-ink">{passage.text}</blockquote>
      <figcaption className="mt-4 text-label text-muted">
        <cite className="font-semibold text-amber-text not-italic">{passage.reference}</cite>
        <span aria-hidden="true"> · </span>
        {passage.translation}
      </figcaption>
    </figure>
  );
}
