import { guessedCountry, pickedCountry } from '@/lib/country';
import { HelplineLinks } from './helpline-links';
import { bundledHelp, knownCountry } from './helplines';

/** Only the numbers, for a page on which nothing else works. */
export function InstantSupportNumbers() {
  const help = bundledHelp(pickedCountry() ?? knownCountry(guessedCountry()));
  return (
    <ul className="mt-6 grid gap-4">
      {help.helplines.map(({ kind, name, links }) => (
        <li key={kind + name}>
          <p className="mb-2 font-semibold text-ink">{name}</p>
          <HelplineLinks links={links} name={name} />
        </li>
      ))}
    </ul>
  );
}
