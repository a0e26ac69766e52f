import { useWords } from '@/lib/language';
import { LeaveQuickly } from '@/ui/leave-quickly';
import { Page } from '@/ui/page';
import { useCountry } from './country';
import { HelplineLinks } from './helpline-links';
import { bundledHelp } from './helplines';
import { International } from './international';
import { help as helpWords } from './words';

/** The fallback of the help page while it loads, and when it fails to load. */
export function InstantSupportFallback() {
  const words = useWords(helpWords);
  return (
    <Page title={words.title} beside={<LeaveQuickly />}>
      <InstantSupportNumbers />
    </Page>
  );
}

/** The helplines alone. */
function InstantSupportNumbers() {
  const help = bundledHelp(useCountry());
  if (help.helplines.length === 0)
    return <International advice={help.international} className="mt-6 text-lead text-ink" />;
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
