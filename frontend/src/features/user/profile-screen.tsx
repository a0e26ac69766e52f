import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { User } from '@/lib/api/types';
import { dateInWords } from '@/lib/dates';
import { useWords } from '@/lib/language';
import { takeLostFocus } from '@/lib/take-lost-focus';
import { Icon } from '@/ui/icon';
import { Link } from '@/ui/link';
import { Page } from '@/ui/page';
import { Avatar } from './avatar';
import BlockedNotice from './blocked-notice';
import { Card } from './card';
import { DeleteAccount } from './delete-account';
import { DownloadData } from './download-data';
import { NameForm } from './name-form';
import { nameOf } from './naming';
import { PlanCard } from './plan-card';
import { userQuery } from './queries';
import { SupportLink } from './support-link';
import { naming, priority, profile } from './words';

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
  const { edit, saved } = useWords(naming);
  const [state, setState] = useState<'shown' | 'edited' | 'cancelled' | 'saved'>('shown');
  return (
    <section
      aria-label={words.you}
      className={`flex flex-col gap-5 rounded-card bg-surface p-6 sm:flex-row sm:gap-7 sm:p-8 ${state === 'edited' ? 'sm:items-start' : 'sm:items-center'}`}
    >
      <Avatar user={user} className="size-20 text-h3" />
      <div className="min-w-0 flex-1">
        {state === 'edited' && (
          <NameForm
            user={user}
            onSaved={() => setState('saved')}
            onCancel={() => setState('cancelled')}
          />
        )}
        <dl className={state === 'edited' ? 'mt-5 grid gap-3' : 'grid gap-3'}>
          {state !== 'edited' && (
            <Fact name={words.name}>
              <bdi className="display text-h3 text-ink">{nameOf(user) ?? words.notSet}</bdi>
              {!user.blocked && (
                <button
                  ref={state === 'shown' ? null : takeLostFocus}
                  type="button"
                  onClick={() => setState('edited')}
                  className="-my-1 ml-4 inline-flex min-h-11 items-center gap-2 font-semibold text-label text-water underline-offset-4 hover:underline"
                >
                  <Icon name="pen" className="size-4.5" />
                  {edit}
                </button>
              )}
            </Fact>
          )}
          <Fact name={words.email}>
            <bdi>{user.email ?? words.notSet}</bdi>
          </Fact>
        </dl>
        <p role="status" className="text-label text-muted">
          {state === 'saved' && saved}
        </p>
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
