import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Select } from '@/ui/select';
import { Field } from '../frame/field';
import { NotFor } from '../frame/role';
import { roles } from '../frame/role-words';
import { SmallButton } from '../frame/small-button';
import { around, users as words } from '../frame/staff-words';
import { Empty, Failed, Loading } from '../frame/states';
import { useWide } from '../frame/use-wide';
import { type Search, usersQuery } from '../queries';
import type { UserPage } from '../types';
import { UserPanel } from './user-panel';
import { linkId, UserRow } from './user-row';

const PAGE_SIZE = 20;

/** All users, and beside the list the account of the one that is open; on phones one after the other. */
export function UsersTab() {
  const wide = useWide();
  const [params, setParams] = useSearchParams();
  const open = params.get('user');
  // Focus moves into a panel that was opened from the list, and back to the list when it is closed.
  const last = useRef(open);
  useEffect(() => {
    if (!open && last.current) document.getElementById(linkId(last.current))?.focus();
    last.current = open;
  }, [open]);

  return (
    <>
      <h2 className="sr-only">{around.tabs.users}</h2>
      <div
        className={
          open ? 'grid gap-4 rail:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] rail:gap-8' : ''
        }
      >
        <div className={open && !wide ? 'hidden' : 'min-w-0'}>
          <UserSearch open={open} />
        </div>
        {open && (
          <UserPanel
            key={open}
            id={open}
            takesFocus={last.current !== open}
            isAlone={!wide}
            onClose={() => setParams({ tab: 'users' })}
          />
        )}
      </div>
    </>
  );
}

/** All users, searchable by name or email, in pages of twenty. */
function UserSearch({ open }: { open: string | null }) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState<Search>({ query: '', page: 1, blocked: '' });
  const users = useQuery({ ...usersQuery(search), placeholderData: keepPreviousData });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSearch({ ...search, query: typed.trim(), page: 1 });
  };
  return (
    <>
      <search>
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <Field
            label={words.search}
            hint={words.searchHint}
            type="search"
            value={typed}
            onChange={setTyped}
            maxLength={200}
            autoComplete="off"
            className="min-w-56 flex-1"
          />
          <Select
            label={words.show}
            value={search.blocked}
            onChange={(blocked) => setSearch({ ...search, blocked, page: 1 })}
            options={words.shown}
          />
          <SmallButton type="submit" icon="search">
            {words.search}
          </SmallButton>
        </form>
      </search>
      <NotFor least="owner">{roles.premium}</NotFor>
      {users.isPending && <Loading />}
      {users.error && <Failed what={words.what} error={users.error} onRetry={users.refetch} />}
      {users.data && !users.error && (
        <Users
          page={users.data}
          open={open}
          search={search}
          waiting={users.isPlaceholderData}
          onPage={(page) => setSearch({ ...search, page })}
        />
      )}
    </>
  );
}

interface UsersProps {
  page: UserPage;
  open: string | null;
  search: Search;
  waiting: boolean;
  onPage(page: number): void;
}

function Users({ page: { users, total }, open, search, waiting, onPage }: UsersProps) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return (
    <section aria-label={words.list} aria-busy={waiting} className={waiting ? 'opacity-60' : ''}>
      <p role="status" className="my-3 text-label text-muted">
        {words.people(total)}
        {pages > 1 && words.page(search.page, pages)}
      </p>
      {users.length === 0 ? (
        <Empty>{search.query || search.blocked ? words.nobody : words.none}</Empty>
      ) : (
        <ul className="grid gap-2">
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isOpen={user.id === open}
              isCompact={open !== null}
            />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav aria-label={words.pages} className="mt-4 flex items-center justify-center gap-3">
          <SmallButton
            variant="outline"
            icon="back"
            disabled={search.page <= 1}
            onClick={() => onPage(search.page - 1)}
          >
            {around.previous}
          </SmallButton>
          <SmallButton
            variant="outline"
            disabled={search.page >= pages}
            onClick={() => onPage(search.page + 1)}
          >
            {around.next}
          </SmallButton>
        </nav>
      )}
    </section>
  );
}
