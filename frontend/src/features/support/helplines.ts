/** Helplines for display, from the server's response or the bundled contacts. */
import contacts from '@content/contacts.json';
import type { CrisisResources } from '@/lib/api/types';
import { type ContactLink, callLink, contactLinks, textLink } from '@/lib/contact-links';
import { currentLanguage, currentWords } from '@/lib/language';
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
  /** What readers of Spanish see instead. */
  es?: { name?: string; press?: string; keyword?: string };
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
        name: nameOf(contact),
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

/**
 * Helplines from a server response. It is in the browser's language, which may not be that of the app, so known helplines
 * and descriptions are in our own words.
 */
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
            ...shownAs(kind, contact),
            description: spoken.descriptions[kind],
          },
        ]
      : [],
  );
  return {
    category: resources.category,
    helplines: urgentFirst(helplines, resources.category),
    international: spoken.international ?? contacts.international,
  };
}

/** What the current language says of a contact. */
const inLanguage = ({ es }: BundledContact) => (currentLanguage() === 'es' ? es : undefined);

const nameOf = (contact: BundledContact) => inLanguage(contact)?.name ?? contact.name;

const linksOf = (contact: BundledContact) => {
  const { call, text, keyword } = contact;
  const own = inLanguage(contact);
  return [
    ...(call ? [callLink(call, own?.press)] : []),
    ...(text ? [textLink(text, own?.keyword ?? keyword)] : []),
  ];
};

/** The server gives one contact for each helpline. For a known helpline, both call and text are shown. */
function shownAs(kind: HelplineKind, given: GivenContact): Pick<Helpline, 'name' | 'links'> {
  const links = contactLinks(given.contact);
  const isKnown = (line: BundledContact) =>
    line.kind === kind &&
    [line.name, line.es?.name].includes(given.name) &&
    linksOf(line).some(({ href }) => numberOf(href) === numberOf(links[0]?.href));
  const ours = countries.flatMap((country) => country.contacts).find(isKnown);
  return ours ? { name: nameOf(ours), links: linksOf(ours) } : { name: given.name, links };
}

/** A link without its keyword, which depends on the language. */
const numberOf = (href = '') => href.split('?')[0];

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
