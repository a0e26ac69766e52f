import { useQuery } from '@tanstack/react-query';
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
import { sessionQuery } from '../queries';
import { TestimoniesTab } from '../testimonies/testimonies-tab';
import type { Role } from '../types';
import { UsersTab } from '../users/users-tab';
import { Frame } from './frame';
import { allows, NotFor, RoleContext } from './role';
import { roles } from './role-words';
import { SmallButton } from './small-button';
import { around } from './staff-words';
import { explain, Failed, Loading } from './states';

/** The tabs of the staff pages, in order. */
const tabs: readonly { id: string; name: string; Content: ComponentType; least?: Role }[] = [
  { id: 'testimonies', name: around.tabs.testimonies, Content: TestimoniesTab },
  { id: 'users', name: around.tabs.users, Content: UsersTab, least: 'moderator' },
  { id: 'uploads', name: around.tabs.uploads, Content: DocumentsTab },
  { id: 'money', name: around.tabs.money, Content: MoneyTab, least: 'moderator' },
  { id: 'prayers', name: around.tabs.prayers, Content: PrayersTab, least: 'moderator' },
  { id: 'letters', name: around.tabs.letters, Content: LettersTab },
  { id: 'overview', name: around.tabs.overview, Content: OverviewTab },
  { id: 'jobs', name: around.tabs.jobs, Content: JobsTab },
  { id: 'audit', name: around.tabs.audit, Content: AuditTab },
];

/** The staff pages after login. */
export function Dashboard({ onLeave }: { onLeave(): Promise<unknown> }) {
  const me = useQuery(sessionQuery);
  const [leaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

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
        <>
          {me.data && (
            <p className="text-label text-muted wrap-anywhere max-sm:order-last max-sm:basis-full max-sm:pb-2">
              {roles.signedIn(me.data.displayName, me.data.role)}
            </p>
          )}
          <SmallButton variant="quiet" icon="leave" disabled={leaving} onClick={leave}>
            {around.logout}
          </SmallButton>
        </>
      }
    >
      <h1 className="sr-only">{around.title}</h1>
      {problem && (
        <Notice tone="danger" className="mb-3">
          {around.stillIn} {problem}
        </Notice>
      )}
      {me.isPending && <Loading />}
      {me.error && <Failed what={roles.what} error={me.error} onRetry={me.refetch} />}
      {me.data && (
        <RoleContext value={me.data.role}>
          <TabsForRole role={me.data.role} />
        </RoleContext>
      )}
    </Frame>
  );
}

/** The tabs that a role may open. Each has a URL, so that Back returns to the previous tab. */
function TabsForRole({ role }: { role: Role }) {
  const [params, setParams] = useSearchParams();
  const mine = tabs.filter(({ least }) => !least || allows(role, least));
  const wanted = tabs.find(({ id }) => id === params.get('tab')) ?? tabs[0];
  const open = mine.find(({ id }) => id === wanted?.id);
  // A link to a tab for higher roles says so.
  const refused = open ? undefined : wanted?.least;
  return (
    <Tabs.Root
      value={open?.id ?? ''}
      onValueChange={(tab) => setParams({ tab })}
      activationMode="manual"
      className="flex flex-1 flex-col"
    >
      <Tabs.List
        aria-label={around.title}
        className="-mx-4 flex snap-x scroll-px-9 gap-1 overflow-x-auto border-b border-line px-4 max-rail:fade-edges sm:-mx-6 sm:px-6"
      >
        {mine.map(({ id, name }) => (
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
      {mine.map(({ id, Content }) => (
        <Tabs.Content key={id} value={id} tabIndex={-1} className="flex-1 pt-5 outline-none">
          <Content />
        </Tabs.Content>
      ))}
      {refused && <NotFor least={refused}>{roles.notForYou[refused]}</NotFor>}
    </Tabs.Root>
  );
}
