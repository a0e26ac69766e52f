import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { Notice } from '@/ui/notice';
import { SmallButton } from '../frame/small-button';
import { around, audit } from '../frame/staff-words';
import { Empty, explain, Failed, Loading } from '../frame/states';
import { auditQuery } from '../queries';
import { type AuditFilter, asAsked, filterOf, queryOf } from './audit-filter';
import { AuditTable } from './audit-table';
import { ExportButton } from './export-button';
import { FilterForm } from './filter-form';
import { GroupFilter } from './group-filter';
import { groupOf } from './groups';
import { SavedFilters } from './saved-filters';
import { Verify } from './verify';

/** The audit trail: its filters, which stand in the address, the verification of its hash chain, and the export. */
export function AuditTab() {
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const lines = useInfiniteQuery(auditQuery(asAsked(filter)));
  const all = lines.data?.pages.flatMap((page) => page.lines) ?? [];
  const show = (next: AuditFilter) => setParams(queryOf(next));

  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="display text-h2 text-ink">{around.tabs.audit}</h2>
        <div className="flex flex-wrap items-start gap-3">
          <ExportButton filter={filter} />
          <Verify />
        </div>
      </div>
      <GroupFilter
        group={filter.group}
        onChange={(group) => {
          const fits = filter.action === '' || group === '' || groupOf(filter.action) === group;
          show({ ...filter, group, action: fits ? filter.action : '' });
        }}
      />
      <FilterForm filter={filter} onShow={show} onSame={() => lines.refetch()} />
      <SavedFilters filter={filter} onChoose={show} />
      {lines.isPending && <Loading />}
      {lines.error && !lines.isFetchNextPageError && (
        <Failed what={audit.trail} error={lines.error} onRetry={lines.refetch} />
      )}
      {lines.data && (
        <>
          <p role="status" className="mt-4 mb-2 text-label text-muted">
            {audit.shown(all.length)}
            {lines.hasNextPage && audit.andMore}
          </p>
          {all.length === 0 ? <Empty>{audit.none}</Empty> : <AuditTable lines={all} />}
        </>
      )}
      {lines.isFetchNextPageError && (
        <Notice tone="danger" className="mt-3">
          {explain(lines.error)}
        </Notice>
      )}
      {lines.hasNextPage && (
        <div className="mt-4 grid place-items-center">
          <SmallButton
            variant="outline"
            aria-disabled={lines.isFetchingNextPage}
            onClick={() => lines.fetchNextPage()}
          >
            {lines.isFetchingNextPage ? around.loadingMore : around.showMore}
          </SmallButton>
        </div>
      )}
    </>
  );
}
