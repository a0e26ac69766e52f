import { apiQuery } from '@/lib/api/query';

/** The server's limit for the length of a query. */
export const MAX_SEARCH_LEN = 200;

/** The titles, refetched on each visit because staff add books at any time. */
export const libraryQuery = { ...apiQuery('/api/library'), refetchOnMount: 'always' as const };

/** Passages that match, in all books or in one. */
export const searchQuery = (q: string, book?: string) =>
  apiQuery('/api/library/search', {}, { q, ...(book ? { book } : {}) });

export const pageQuery = (id: string, page: number) =>
  apiQuery('/api/library/{id}/pages/{page}', { id, page: String(page) });

/** The headings of a book. */
export const contentsQuery = (id: string) => apiQuery('/api/library/{id}/contents', { id });
