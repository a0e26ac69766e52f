/** Named filters of the audit trail, kept on this device. */
import { read, write } from '@/lib/storage';
import { type AuditFilter, anything } from './audit-filter';

const KEY = 'stillwater:staff-audit-filters';
export const MAX_SAVED = 20;

export interface SavedFilter {
  name: string;
  filter: AuditFilter;
}

/** The saved filters. What cannot be read, or was written by another version, is left out. */
export function readSaved(): SavedFilter[] {
  try {
    const all: unknown = JSON.parse(read('local', KEY) ?? '[]');
    return Array.isArray(all) ? all.flatMap(asSaved).slice(0, MAX_SAVED) : [];
  } catch {
    return [];
  }
}

function asSaved(one: unknown): SavedFilter[] {
  const { name, filter } = (one ?? {}) as { name?: unknown; filter?: Record<string, unknown> };
  if (typeof name !== 'string' || typeof filter !== 'object' || filter === null) return [];
  const known = Object.keys(anything).map((field) => {
    const value = filter[field];
    return [field, typeof value === 'string' ? value : ''];
  });
  return [{ name, filter: Object.fromEntries(known) as AuditFilter }];
}

/** Returns whether the browser keeps them. */
export const writeSaved = (all: readonly SavedFilter[]): boolean =>
  write('local', KEY, JSON.stringify(all));
