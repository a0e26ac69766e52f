import { apiQuery } from '@/lib/api/query';

/** How much may be looked for at once, as the server holds it. */
export const MAX_SEARCH_LEN = 200;

/** The titles. Staff add to them at any time, so each visit asks again. */
export const libraryQuery = { ...apiQuery('/api/library'), refetchOnMount: 'always' as const };

/** Passages with these words, in all books or in one. */
export const searchQuery = (q: string, book?: string) =>
  apiQuery('/api/library/search', {}, { q, ...(book ? { book } : {}) });

export const pageQuery = (id: string, page: number) =>
  apiQuery('/api/library/{id}/pages/{page}', { id, page: String(page) });
