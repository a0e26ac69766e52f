/** The crisis dialog. Helplines come first and need no network. */
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

// Content below the helplines loads lazily and may fail to load; the helplines may not.
const ReachingOut = lazy<ComponentType>(() =>
  import('./reaching-out')
    .then((module) => ({ default: module.ReachingOut }))
    .catch(() => ({ default: (): ReactNode => null })),
);

/** The delay of the backdrop, so that shaky hands do not close the helplines by a slip. */
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
  // The server names only the most severe category, so the quick exit is offered in every case.
  const leaveFirst = mayBeWatched(help.category);

  return (
    <Dialog
      title={words.title}
      role="alertdialog"
      description={<p className="mt-1.5 text-body">{words.listen}</p>}
      onClose={onClose}
      backdropAfterMs={BACKDROP_AFTER_MS}
      moreBelow={words.moreBelow}
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
              variant={index === 0 ? 'filled' : 'outlined'}
            />
          ))}
        </ul>
      ) : (
        <International advice={help.international} className="mt-4 text-lead text-ink" />
      )}
      {onEncouragement && (
        <Button variant="quiet" className="mt-3 w-full underline" onClick={onEncouragement}>
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
  variant: 'filled' | 'outlined';
}

function HelplineRow({ helpline, variant }: HelplineRowProps) {
  return (
    <li className="items-center gap-5 sm:grid sm:grid-cols-[1fr_16.5rem]">
      <div>
        <p className="leading-snug font-semibold text-ink">{helpline.name}</p>
        <p className="mb-2 text-small text-muted sm:mb-0">{helpline.description}</p>
      </div>
      <HelplineLinks links={helpline.links} name={helpline.name} variant={variant} />
    </li>
  );
}
