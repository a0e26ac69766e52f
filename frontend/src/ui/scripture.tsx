import { languageOfTranslation } from '@/lib/translation';

interface Passage {
  reference: string;
  text: string;
  translation: string;
}

/** A passage with its reference and translation. The text is looked up by reference, never written by us. */
export function Scripture({ passage, className = '' }: { passage: Passage; className?: string }) {
  return (
    <figure lang={languageOfTranslation(passage.translation)} className={className}>
      <blockquote className="scripture text-pretty text-ink">{passage.text}</blockquote>
      <figcaption className="mt-4 text-label text-muted">
        <cite className="font-semibold text-amber-text not-italic">{passage.reference}</cite>
        <span aria-hidden="true"> · </span>
        {passage.translation}
      </figcaption>
    </figure>
  );
}
