import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Field } from '../frame/field';
import { SmallButton } from '../frame/small-button';
import { around } from '../frame/staff-words';
import { Empty, Failed, Loading } from '../frame/states';
import { SubscriptionRow } from '../frame/subscription-row';
import { money as words } from '../money-words';
import { subscriptionsQuery } from '../queries';

/** Finds a subscription by a visitor's address or by an id at Stripe. */
export function FindSubscription() {
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const found = useQuery({ ...subscriptionsQuery(query), enabled: query !== '' });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setQuery(typed.trim());
    if (typed.trim() === query && query) void found.refetch();
  };
  return (
    <section aria-labelledby="find-subscription">
      <h3 id="find-subscription" className="display text-h3 text-ink">
        {words.find}
      </h3>
      <search>
        <form onSubmit={submit} className="mt-2 flex flex-wrap items-end gap-3">
          <Field
            label={words.search}
            hint={words.searchHint}
            type="search"
            value={typed}
            onChange={setTyped}
            maxLength={254}
            autoComplete="off"
            className="min-w-56 flex-1"
          />
          <SmallButton type="submit" icon="search">
            {around.search}
          </SmallButton>
        </form>
      </search>
      {found.isLoading && <Loading />}
      {found.error && <Failed what={words.what} error={found.error} onRetry={found.refetch} />}
      {found.data && !found.error && (
        <>
          <p role="status" className="my-3 text-label text-muted">
            {words.found(found.data.length)}
          </p>
          {found.data.length === 0 ? (
            <Empty>{words.none}</Empty>
          ) : (
            <ul aria-label={words.list} className="grid gap-2">
              {found.data.map((subscription) => (
                <SubscriptionRow key={subscription.id} subscription={subscription} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}
