import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { isApiError } from '@/lib/api/error';
import { Link } from '@/ui/link';
import { Notice } from '@/ui/notice';
import { SmallButton } from '../frame/small-button';
import { around, users } from '../frame/staff-words';
import { Failed, Loading } from '../frame/states';
import { SubscriptionRow } from '../frame/subscription-row';
import { accountQuery } from '../queries';
import type { Account } from '../types';
import { actorInWords, day, deedInWords, moment } from '../words';
import { account as words } from './account-words';
import { nameOf } from './name-of';
import { UserActions } from './user-actions';
import { UserStories } from './user-stories';
import { UserTags } from './user-tags';

interface UserPanelProps {
  id: string;
  takesFocus: boolean;
  /** Whether it stands in place of the list. */
  isAlone: boolean;
  onClose(): void;
}

/** The account of one user. */
export function UserPanel({ id, takesFocus, isAlone, onClose }: UserPanelProps) {
  const { data, error, refetch } = useQuery({ ...accountQuery(id), refetchOnMount: 'always' });
  const heading = useRef<HTMLHeadingElement>(null);
  const isGone = isApiError(error) && error.status === 404;

  // Only on mount: `takesFocus` says how the panel was opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later change of it must not move the focus.
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, []);

  return (
    <article aria-labelledby="account-heading" className="min-w-0">
      <SmallButton
        variant="quiet"
        icon={isAlone ? 'back' : 'close'}
        className="-ml-3"
        onClick={onClose}
      >
        {isAlone ? words.back : around.close}
      </SmallButton>
      <h3
        id="account-heading"
        ref={heading}
        tabIndex={-1}
        className="display scroll-mt-6 text-h3 text-ink outline-none wrap-anywhere"
      >
        {data && !isGone ? nameOf(data.user) : words.what}
      </h3>
      {isGone && <Notice className="mt-4">{words.gone}</Notice>}
      {error && !isGone && <Failed what={words.what} error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && !isGone && <AccountContent account={data} />}
    </article>
  );
}

function AccountContent({ account }: { account: Account }) {
  const { user, signIns, audit, prayers } = account;
  return (
    <>
      <p className="flex flex-wrap gap-x-4 text-label text-muted wrap-anywhere">
        {user.email && <span>{user.email}</span>}
        <span>{users.since(day(user.createdAt))}</span>
      </p>
      <div className="mt-3 grid gap-4">
        <UserTags user={user} />
        <div className="flex flex-wrap gap-3">
          <UserActions user={user} />
        </div>
      </div>
      <div className="mt-6 grid gap-7">
        <Subscriptions account={account} />
        <Part title={words.stories}>
          <UserStories id={user.id} counts={account.stories} />
        </Part>
        <Part title={words.prayers}>
          <p>{words.prayerCounts(prayers)}</p>
          {prayers.shared > 0 && <p className="text-label text-muted">{words.prayersHint}</p>}
        </Part>
        <Part title={words.signIns}>
          {signIns.length === 0 && <p className="text-muted">{words.noSignIns}</p>}
          {signIns.length > 0 && (
            <ul aria-label={words.signInList} className="grid gap-1 tabular-nums">
              {signIns.map(({ at, isOpen }) => (
                <li key={at}>
                  {moment(at)}
                  {isOpen && <span className="text-muted"> · {words.isOpen}</span>}
                </li>
              ))}
            </ul>
          )}
          <p className="mt-1 text-label text-muted">{words.signInsHint}</p>
        </Part>
        <Part title={words.audit}>
          {audit.length === 0 && <p className="text-muted">{words.noAudit}</p>}
          {audit.length > 0 && (
            <ol aria-label={words.auditList} className="grid gap-1">
              {audit.map(({ position, at, actor, action }) => (
                <li key={position}>
                  <span className="text-muted tabular-nums">{moment(at)} · </span>
                  {actorInWords(actor)} {deedInWords(action)}
                </li>
              ))}
            </ol>
          )}
        </Part>
      </div>
    </>
  );
}

function Subscriptions({
  account: { user, giftUntil, subscriptions, unclaimed },
}: {
  account: Account;
}) {
  return (
    <Part title={words.subscription}>
      {giftUntil && <p>{words.giftUntil(day(giftUntil))}</p>}
      {subscriptions.length === 0 && <p className="text-muted">{words.noSubscription}</p>}
      {subscriptions.length > 0 && (
        <ul aria-label={words.subscriptions} className="mt-2 grid gap-2">
          {subscriptions.map((one) => (
            <SubscriptionRow key={one.id} subscription={one} />
          ))}
        </ul>
      )}
      {unclaimed.length > 0 && (
        <>
          <p className="mt-3 font-semibold text-ink">{words.unclaimed}</p>
          <p className="text-label text-muted">{words.unclaimedHint}</p>
          <ul aria-label={words.unclaimed} className="mt-2 grid gap-2">
            {unclaimed.map((one) => (
              <SubscriptionRow
                key={one.id}
                subscription={one}
                handOverTo={user.email ?? undefined}
              />
            ))}
          </ul>
        </>
      )}
      <p className="mt-2 text-label">
        <Link
          to="?tab=money"
          className="inline-flex min-h-11 items-center text-water underline underline-offset-4"
        >
          {words.otherAddress}
        </Link>
      </p>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="mb-1 font-semibold text-ink">
        {title}
      </h4>
      {children}
    </section>
  );
}
