/** Help at once. The numbers come first, nothing waits for a network, and nothing stands before them. */
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import type { CrisisResources } from '@/lib/api/types';
import { useWords } from '@/lib/language';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { LeaveQuicklyFromDialog } from '@/ui/leave-quickly';
import { useCountry } from './country';
import { CountryPicker } from './country-picker';
import { HelplineLinks } from './helpline-links';
import { bundledHelp, type Helpline, helpFrom, mayBeWatched } from './helplines';
import { International } from './international';
import { help as helpWords } from './words';

// What follows the numbers may come a moment later, and may fail to come; the numbers may not.
const ReachingOut = lazy<ComponentType>(() =>
  import('./reaching-out')
    .then((module) => ({ default: module.ReachingOut }))
    .catch(() => ({ default: (): ReactNode => null })),
);

/** A slip on the backdrop must not take the numbers away from somebody whose hands shake. */
const BACKDROP_AFTER_MS = 2000;

interface CrisisDialogProps {
  resources: CrisisResources | null;
  category: string | null;
  onClose(): void;
  onEncouragement: (() => void) | null;
}

export function CrisisDialog({ resources, category, onClose, onEncouragement }: CrisisDialogProps) {
  const words = useWords(helpWords);
  const country = useCountry();
  const [changed, setChanged] = useState(false);
  const help = resources && !changed ? helpFrom(resources) : bundledHelp(country, category);
  // One category is named, the gravest: anybody may be watched, so the way out is always there.
  const leaveFirst = mayBeWatched(help.category);

  return (
    <Dialog
      title={words.title}
      role="alertdialog"
      description={<p className="mt-1.5 text-body">{words.listen}</p>}
      onClose={onClose}
      backdropAfterMs={BACKDROP_AFTER_MS}
      className="max-w-[36rem]"
      footer={
        <>
          {!leaveFirst && (
            <LeaveQuicklyFromDialog className="justify-center max-[24rem]:[&>svg]:hidden sm:mr-auto" />
          )}
          <Button onClick={onClose}>{words.understand}</Button>
        </>
      }
    >
      {leaveFirst && <LeaveQuicklyFromDialog className="mt-4" />}
      {help.helplines.length > 0 ? (
        <ul className="mt-4 grid grid-cols-1 gap-4">
          {help.helplines.map((helpline, index) => (
            <HelplineRow
              key={helpline.kind + helpline.name}
              helpline={helpline}
              look={index === 0 ? 'filled' : 'outlined'}
            />
          ))}
        </ul>
      ) : (
        <International advice={help.international} className="mt-4 text-lead text-ink" />
      )}
      {onEncouragement && (
        <Button look="quiet" className="mt-3 w-full underline" onClick={onEncouragement}>
          {words.encouragement}
        </Button>
      )}
      <div className="mt-5">
        <CountryPicker country={country} onPick={() => setChanged(true)} />
      </div>
      {help.helplines.length > 0 && (
        <International advice={help.international} className="mt-2 text-label text-muted" />
      )}
      <Suspense>
        <ReachingOut />
      </Suspense>
    </Dialog>
  );
}

interface HelplineRowProps {
  helpline: Helpline;
  look: 'filled' | 'outlined';
}

function HelplineRow({ helpline, look }: HelplineRowProps) {
  return (
    <li className="items-center gap-5 sm:grid sm:grid-cols-[1fr_16.5rem]">
      <div>
        <p className="leading-snug font-semibold text-ink">{helpline.name}</p>
        <p className="mb-2 text-small text-muted sm:mb-0">{helpline.description}</p>
      </div>
      <HelplineLinks links={helpline.links} name={helpline.name} look={look} />
    </li>
  );
}
