/** The filter of the audit trail, as it stands in the address of the page. */

export const anything = { group: '', action: '', actor: '', subject: '', from: '', to: '' };

export type AuditFilter = typeof anything;

const names = Object.keys(anything) as (keyof AuditFilter)[];

/** The filter of an address. */
export const filterOf = (params: URLSearchParams): AuditFilter =>
  Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as AuditFilter;

/** The query of an address, without what is not filtered. */
export const queryOf = (filter: AuditFilter): Record<string, string> => ({
  tab: 'audit',
  ...Object.fromEntries(
    names.map((name) => [name, filter[name].trim()]).filter(([, value]) => value),
  ),
});

export const isSame = (one: AuditFilter, other: AuditFilter) =>
  names.every((name) => one[name].trim() === other[name].trim());

/** Converts local dates to timestamps; the range includes the last day. A date that is none filters nothing. */
export function asAsked({ group, action, actor, subject, from, to }: AuditFilter) {
  const next = startOf(to);
  next?.setDate(next.getDate() + 1);
  return {
    group,
    action,
    actor: actor.trim(),
    subject: subject.trim(),
    from: startOf(from)?.toISOString() ?? '',
    to: next?.toISOString() ?? '',
  };
}

function startOf(day: string): Date | null {
  const at = new Date(`${day}T00:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}
