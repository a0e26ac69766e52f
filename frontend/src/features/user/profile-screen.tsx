import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { Link } from '@/ui/link';
import { Page } from '@/ui/page';
import { Avatar } from './avatar';
import BlockedNotice from './blocked-notice';
import { Card } from './card';
import { DeleteAccount } from './delete-account';
import { DownloadData } from './download-data';
import { nameOf } from './naming';
import { PlanCard } from './plan-card';
import { userQuery } from './queries';
import { SupportLink } from './support-link';
import { priority, profile } from './words';

/** The profile: the user, the plan, and all account actions. */
export function ProfileScreen() {
  const words = useWords(profile);
  const first = useWords(priority);
  const { data: user } = useQuery(userQuery);
  if (!user) return null;
  return (
    <Page title={words.title}>
      <div className="grid gap-5">
        {user.blocked && <BlockedNotice />}
        <Person user={user} />
        <PlanCard user={user} />
        <Card title={words.data}>
          <p className="mt-2">{words.dataText}</p>
          <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
            <DownloadData />
            <Link
              to="/testimonies"
              className="inline-flex min-h-11 items-center font-semibold text-water underline-offset-4 hover:underline"
            >
              {words.testimonies}
            </Link>
          </div>
        </Card>
        <Card title={words.questions}>
          <p className="mt-2">{words.questionsText}</p>
          {user.isPremium && <p className="mt-2">{first.text}</p>}
          <SupportLink
            subject={user.isPremium ? first.subject(user.id.slice(-8)) : undefined}
            className="mt-2 inline-flex min-h-11 items-center"
          >
            {words.support}
          </SupportLink>
        </Card>
        <DeleteAccount user={user} />
      </div>
    </Page>
  );
}

function Person({ user }: { user: User }) {
  const words = useWords(profile);
  return (
    <section
      aria-label={words.you}
      className="flex flex-col gap-5 rounded-card bg-surface p-6 sm:flex-row sm:items-center sm:gap-7 sm:p-8"
    >
      <Avatar user={user} className="size-20 text-h3" />
      <div className="min-w-0 flex-1">
        <dl className="grid gap-3">
          <Fact name={words.name}>
            <bdi className="display text-h3 text-ink">{nameOf(user) ?? words.notSet}</bdi>
          </Fact>
          <Fact name={words.email}>
            <bdi>{user.email ?? words.notSet}</bdi>
          </Fact>
        </dl>
        <p className="mt-3 text-small text-muted">{words.since(dateInWords(user.createdAt))}</p>
      </div>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-muted">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
