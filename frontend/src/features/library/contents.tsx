import { useQuery } from '@tanstack/react-query';
import { useWords } from '@/lib/language';
import { Icon } from '@/ui/icon';
import { Link } from '@/ui/link';
import { contentsQuery } from './queries';
import { reading } from './words';

/** The headings of a book, folded; each leads to its page. Nothing for a book without headings. */
export function Contents({ book, page }: { book: string; page: number }) {
  const words = useWords(reading);
  const { data } = useQuery(contentsQuery(book));
  if (!data || data.headings.length === 0) return null;
  const here = data.headings.filter((heading) => heading.page <= page).at(-1);
  return (
    <details className="group rounded-field bg-surface px-6">
      <summary className="flex min-h-13 list-none items-center justify-between gap-3 py-2 font-semibold text-ink [&::-webkit-details-marker]:hidden">
        {words.contents}
        <Icon
          name="down"
          className="size-5 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <ol className="grid pb-4">
        {data.headings.map((heading, index) => (
          // A book keeps the order of its headings, and two may be equal.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered as a whole
          <li key={index} style={{ paddingInlineStart: `${(heading.level - 1) * 1.25}rem` }}>
            <Link
              to={`/library/${book}?page=${heading.page}`}
              aria-current={heading === here ? 'location' : undefined}
              className="flex min-h-11 items-center justify-between gap-6 py-1 text-water no-underline hover:underline aria-[current]:font-semibold"
            >
              <bdi className="min-w-0 wrap-anywhere">{heading.title}</bdi>
              <span className="text-label text-muted tabular-nums">{heading.page}</span>
            </Link>
          </li>
        ))}
      </ol>
    </details>
  );
}
