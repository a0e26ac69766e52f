import { useWords } from '@/lib/language';
import { LeaveQuickly } from '@/ui/leave-quickly';
import { Page } from '@/ui/page';
import { useCountry } from './country';
import { CountryPicker } from './country-picker';
import { HelplineLinks } from './helpline-links';
import { bundledHelp, type Helpline } from './helplines';
import { International } from './international';
import { LeavingChoice } from './leaving-choice';
import { ReachingOut } from './reaching-out';
import { support } from './reaching-words';

/** The help page. All its content is bundled and works offline. */
export function InstantSupportScreen() {
  const words = useWords(support);
  const country = useCountry();
  const help = bundledHelp(country);
  const emergency = help.helplines.find(({ kind }) => kind === 'emergency')?.links[0];

  return (
    <Page title={words.title} width="cards" beside={<LeaveQuickly />}>
      <p data-picture-ends className="-mt-5 max-w-[38rem] text-lead">
        {emergency ? (
          <>
            {words.urgentBefore}
            <a
              href={emergency.href}
              className="font-semibold text-help underline underline-offset-4"
            >
              {emergency.label.toLowerCase()}
            </a>
            {words.urgentAfter}
          </>
        ) : (
          words.urgentElsewhere
        )}
      </p>
      <div className="mt-4">
        <CountryPicker country={country} />
      </div>
      {help.helplines.length > 0 && (
        <ul className="mt-4 grid grid-cols-1 gap-3 sm:mt-6 sm:gap-4 md:grid-cols-2">
          {help.helplines.map((helpline) => (
            <HelplineCard key={helpline.kind + helpline.name} helpline={helpline} />
          ))}
        </ul>
      )}
      <International
        advice={help.international}
        className={`mt-6 max-w-[42rem] ${help.helplines.length > 0 ? 'text-muted' : 'text-lead text-ink'}`}
      />
      <div className="max-w-[42rem]">
        <ReachingOut level="h2" />
        <LeavingChoice />
      </div>
      <p className="mt-8 max-w-[42rem] rounded-field bg-sunk px-6 py-5">{words.always}</p>
    </Page>
  );
}

function HelplineCard({ helpline }: { helpline: Helpline }) {
  return (
    <li className="flex flex-col rounded-card bg-surface p-5 sm:p-7">
      <h2 className="display text-h3 text-ink">{helpline.name}</h2>
      <p className="mt-1 mb-4 flex-1 text-muted sm:mb-5">{helpline.description}</p>
      <HelplineLinks links={helpline.links} name={helpline.name} />
    </li>
  );
}
