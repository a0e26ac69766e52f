import bundled from '@content/resources.json';
import { useEffect, useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { named, useWords } from '@/lib/language';
import { BackLink } from '@/ui/button';
import { ChipRow } from '@/ui/chip-row';
import { Icon } from '@/ui/icon';
import { Page } from '@/ui/page';
import { Scripture } from '@/ui/scripture';
import { resources } from './words';

const ALL = 'all';
const english = named('pages/resources', bundled);

type Library = typeof bundled;
type Resource = Library['resources'][number];

/** The six resources with category filter and search. Both are in the URL, so that a view can be shared. */
export function ResourcesScreen() {
  const words = useWords(resources);
  const library = useWords(english);
  const [params, setParams] = useSearchParams();
  const category = params.get('category') ?? ALL;
  const search = params.get('search') ?? '';
  const found = library.resources.filter(
    (resource) => inCategory(resource, category) && mentions(resource, search),
  );

  // The field has its own state, so that typing does not wait for the URL; Back resets it.
  const field = useRef<HTMLInputElement>(null);
  const cameBack = useNavigationType() === 'POP';
  useEffect(() => {
    if (cameBack && field.current) field.current.value = search;
  }, [cameBack, search]);

  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '' || value === ALL) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: name === 'search' },
    );

  return (
    <Page title={words.title} width="cards" above={<BackLink to="/">{words.back}</BackLink>}>
      <section aria-label={words.find} className="-mt-3">
        <label className="relative block max-w-[30rem]">
          <span className="sr-only">{words.search}</span>
          <Icon
            name="search"
            className="pointer-events-none absolute top-1/2 left-5 size-5 -translate-y-1/2 text-muted"
          />
          <input
            type="search"
            dir="auto"
            ref={field}
            defaultValue={search}
            onChange={(event) => set('search', event.target.value)}
            placeholder={words.placeholder}
            className="min-h-13 w-full rounded-full border border-line-strong bg-surface pr-5 pl-13 text-body placeholder:text-muted"
          />
        </label>
        <div className="mt-2">
          <ChipRow
            legend={words.category}
            chips={library.categories}
            chosen={category}
            onChoose={(id) => set('category', id)}
          />
        </div>
      </section>

      <p role="status" className="sr-only">
        {words.found(found.length, library.resources.length)}
      </p>
      {found.length === 0 ? (
        <p className="py-16 text-center text-balance text-lead">{words.nothing}</p>
      ) : (
        <ul className="mt-4 grid gap-5 md:grid-cols-2">
          {found.map((resource) => (
            <ResourceCard key={resource.id} resource={resource} library={library} />
          ))}
        </ul>
      )}
      <p className="mt-10 text-center text-muted">{words.more}</p>
    </Page>
  );
}

const inCategory = (resource: Resource, category: string) =>
  category === ALL || resource.category === category;

/** Title, description and content are searched, as specified; the verses are not. */
function mentions({ title, description, content }: Resource, search: string): boolean {
  const wanted = plain(search);
  return [title, description, content].some((text) => plain(text).includes(wanted));
}

/** Who searches on a phone leaves out accents. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

function ResourceCard({ resource, library }: { resource: Resource; library: Library }) {
  const shelf = library.categories.find(({ id }) => id === resource.category);
  return (
    <li className="keep-together flex flex-col rounded-card bg-surface p-6 sm:p-8">
      <p className="text-small font-semibold text-amber-text">{shelf?.name}</p>
      <h2 className="display mt-1 text-h3 text-ink">{resource.title}</h2>
      <p className="mt-1.5 text-label text-muted">{resource.description}</p>
      <blockquote className="mt-4 border-l-2 border-amber pl-4">{resource.content}</blockquote>
      <div className="mt-auto grid gap-5 pt-6">
        {resource.verses.map((verse) => (
          <Scripture key={verse.reference} passage={verse} className="text-[1.18rem]" />
        ))}
      </div>
    </li>
  );
}
