/** Helplines for display, from the server's response or the bundled contacts. */
import contacts from '@content/contacts.json';
import type { CrisisResources } from '@/lib/api/types';
import { type ContactLink, callLink, contactLinks, textLink } from '@/lib/contact-links';
import { currentWords } from '@/lib/language';
import { help as words } from './words';

type HelplineKind = keyof typeof words.descriptions;

export interface Helpline {
  kind: HelplineKind;
  name: string;
  description: string;
  links: ContactLink[];
}

type GivenContact = NonNullable<CrisisResources['emergency']>;

export interface Help {
  category: string | null;
  helplines: Helpline[];
  international: string;
}

interface BundledContact {
  kind: string;
  name: string;
  call?: string;
  text?: string;
  keyword?: string;
}

interface Country {
  code: string;
  name: string;
  /** Time zones of the country. */
  zones: string[];
  contacts: BundledContact[];
}

export const countries: readonly Country[] = contacts.countries;

const kinds = Object.keys(words.descriptions) as HelplineKind[];

/** The bundled helplines of a country, which need no network. */
export function bundledHelp(code: string, category: string | null = null): Help {
  const country = countries.find((candidate) => candidate.code === code);
  const helplines = kinds.flatMap((kind) =>
    (country?.contacts ?? [])
      .filter((contact) => contact.kind === kind)
      .map((contact) => ({
        kind,
        name: contact.name,
        description: currentWords(words).descriptions[kind],
        links: linksOf(contact),
      })),
  );
  return {
    category,
    helplines: urgentFirst(helplines, category),
    international: currentWords(words).international ?? contacts.international,
  };
}

/** Helplines from a server response. Its descriptions are English, so other languages use our own. */
export function helpFrom(resources: CrisisResources): Help {
  const spoken = currentWords(words);
  const given = [
    ['emergency', resources.emergency],
    ['suicide', resources.suicidePrevention],
    ['text', resources.crisisTextLine],
    ['domestic_violence', resources.domesticViolence],
  ] as const;
  const helplines = given.flatMap(([kind, contact]) =>
    contact
      ? [
          {
            kind,
            name: contact.name,
            description: spoken === words ? contact.description : spoken.descriptions[kind],
            links: linksTo(kind, contact),
          },
        ]
      : [],
  );
  return {
    category: resources.category,
    helplines: urgentFirst(helplines, resources.category),
    international: spoken.international ?? resources.international.description,
  };
}

const linksOf = ({ call, text, keyword }: BundledContact) => [
  ...(call ? [callLink(call)] : []),
  ...(text ? [textLink(text, keyword)] : []),
];

/** The server gives one contact for each helpline. For a known helpline, both call and text are shown. */
function linksTo(kind: HelplineKind, { name, contact }: GivenContact): ContactLink[] {
  const given = contactLinks(contact);
  const ours = countries
    .flatMap(({ contacts }) => contacts)
    .filter((line) => line.kind === kind && line.name === name)
    .map(linksOf);
  return ours.find((links) => links.some(({ href }) => href === given[0]?.href)) ?? given;
}

/** Whether the danger comes from another person, who may see the screen. */
export const mayBeWatched = (category: string | null) =>
  ['domestic_violence', 'sexual_assault', 'child_abuse'].includes(category ?? '');

/** Which helpline comes first by category; the default is the emergency services. */
const FIRST_KINDS: Readonly<Record<string, readonly HelplineKind[]>> = {
  suicide_ideation: ['suicide', 'text'],
  self_harm: ['suicide', 'text'],
  // A user with the means at hand may have acted already.
  suicide_plan: ['suicide', 'emergency'],
  domestic_violence: ['domestic_violence'],
};

function urgentFirst(helplines: Helpline[], category: string | null): Helpline[] {
  const first = FIRST_KINDS[category ?? ''] ?? [];
  const rank = ({ kind }: Helpline) => {
    const place = first.indexOf(kind);
    return place < 0 ? first.length : place;
  };
  return [...helplines].sort((a, b) => rank(a) - rank(b));
}
