/** Helplines as they are shown, from the server's answer or from the contacts that come with the app. */
import contacts from '@content/contacts.json';
import type { CrisisResources } from '@/lib/api/types';
import { type ContactLink, callLink, contactLinks, textLink } from '@/lib/contact-links';
import { wordsNow } from '@/lib/language';
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
  /** The time zones that tell of it. */
  zones: string[];
  contacts: BundledContact[];
}

export const countries: readonly Country[] = contacts.countries;

const kinds = Object.keys(words.descriptions) as HelplineKind[];

/** Help for a country without asking anybody: it must be there with no network at all. */
export function bundledHelp(code: string, category: string | null = null): Help {
  const country = countries.find((candidate) => candidate.code === code);
  const helplines = kinds.flatMap((kind) =>
    (country?.contacts ?? [])
      .filter((contact) => contact.kind === kind)
      .map((contact) => ({
        kind,
        name: contact.name,
        description: wordsNow(words).descriptions[kind],
        links: linksOf(contact),
      })),
  );
  return {
    category,
    helplines: urgentFirst(helplines, category),
    international: wordsNow(words).international ?? contacts.international,
  };
}

/** Help as the server gave it. It speaks English: in another language the descriptions are our own. */
export function helpFrom(resources: CrisisResources): Help {
  const spoken = wordsNow(words);
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

/** The server names one way to a helpline. Where it is ours too, ours may be both: to call and to text. */
function linksTo(kind: HelplineKind, { name, contact }: GivenContact): ContactLink[] {
  const given = contactLinks(contact);
  const ours = countries
    .flatMap(({ contacts }) => contacts)
    .filter((line) => line.kind === kind && line.name === name)
    .map(linksOf);
  return ours.find((links) => links.some(({ href }) => href === given[0]?.href)) ?? given;
}

/** Whether the danger comes from somebody else, who may be looking at the screen. */
export const mayBeWatched = (category: string | null) =>
  ['domestic_violence', 'sexual_assault', 'child_abuse'].includes(category ?? '');

/** Who comes first in which danger; in any other it is the emergency services. */
const FIRST_KINDS: Readonly<Record<string, readonly HelplineKind[]>> = {
  suicide_ideation: ['suicide', 'text'],
  self_harm: ['suicide', 'text'],
  // Of whoever has the means in hand some have used them already.
  suicide_plan: ['suicide', 'emergency'],
  domestic_violence: ['domestic_violence'],
};

function urgentFirst(helplines: Helpline[], category: string | null): Helpline[] {
  const first = FIRST_KINDS[category ?? ''] ?? [];
  const rank = ({ kind }: Helpline) => {
    const place = first.indexOf(kind);
    return place < 0 ? first.length : place;
  };
  return helplines.toSorted((a, b) => rank(a) - rank(b));
}
