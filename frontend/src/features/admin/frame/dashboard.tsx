import { Tabs } from 'radix-ui';
import { type ComponentType, useState } from 'react';
import { useSearchParams } from 'react-router';
import { bringIntoView } from '@/lib/bring-into-view';
import { Notice } from '@/ui/notice';
import { AuditTab } from '../audit/audit-tab';
import { DocumentsTab } from '../documents/documents-tab';
import { JobsTab } from '../jobs/jobs-tab';
import { LettersTab } from '../letters/letters-tab';
import { MoneyTab } from '../money/money-tab';
import { OverviewTab } from '../overview/overview-tab';
import { PrayersTab } from '../prayers/prayers-tab';
import { TestimoniesTab } from '../testimonies/testimonies-tab';
import { UsersTab } from '../users/users-tab';
import { Frame } from './frame';
import { SmallButton } from './small-button';
import { around } from './staff-words';
import { explain } from './states';

/** The tabs of the staff pages, in order. */
const tabs: readonly { id: string; name: string; Content: ComponentType }[] = [
  { id: 'testimonies', name: around.tabs.testimonies, Content: TestimoniesTab },
  { id: 'users', name: around.tabs.users, Content: UsersTab },
  { id: 'uploads', name: around.tabs.uploads, Content: DocumentsTab },
  { id: 'money', name: around.tabs.money, Content: MoneyTab },
  { id: 'prayers', name: around.tabs.prayers, Content: PrayersTab },
  { id: 'letters', name: around.tabs.letters, Content: LettersTab },
  { id: 'overview', name: around.tabs.overview, Content: OverviewTab },
  { id: 'jobs', name: around.tabs.jobs, Content: JobsTab },
  { id: 'audit', name: around.tabs.audit, Content: AuditTab },
];

/** The staff pages after login. Each tab has a URL, so that Back returns to the previous tab. */
export function Dashboard({ onLeave }: { onLeave(): Promise<unknown> }) {
  const [params, setParams] = useSearchParams();
  const [leaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = tabs.find(({ id }) => id === params.get('tab')) ?? tabs[0];

  const leave = async () => {
    setLeaving(true);
    setProblem(null);
    try {
      await onLeave();
    } catch (error) {
      setProblem(explain(error));
      setLeaving(false);
    }
  };

  return (
    <Frame
      actions={
        <SmallButton variant="quiet" icon="leave" disabled={leaving} onClick={leave}>
          {around.logout}
        </SmallButton>
      }
    >
      <h1 className="sr-only">{around.title}</h1>
      {problem && (
        <Notice tone="danger" className="mb-3">
          {around.stillIn} {problem}
        </Notice>
      )}
      <Tabs.Root
        value={open?.id}
        onValueChange={(tab) => setParams({ tab })}
        activationMode="manual"
        className="flex flex-1 flex-col"
      >
        <Tabs.List
          aria-label={around.title}
          className="-mx-4 flex snap-x scroll-px-9 gap-1 overflow-x-auto border-b border-line px-4 max-rail:fade-edges sm:-mx-6 sm:px-6"
        >
          {tabs.map(({ id, name }) => (
            <Tabs.Trigger
              key={id}
              // On a phone the row of tabs is wider than the window: scrolls the open one into view.
              ref={id === open?.id ? bringIntoView : undefined}
              value={id}
              className="-mb-px min-h-12 snap-start border-b-3 border-transparent px-3.5 font-semibold whitespace-nowrap text-muted -outline-offset-3 hover:text-ink data-[state=active]:border-water data-[state=active]:text-ink"
            >
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map(({ id, Content }) => (
          <Tabs.Content key={id} value={id} tabIndex={-1} className="flex-1 pt-5 outline-none">
            <Content />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Frame>
  );
}
