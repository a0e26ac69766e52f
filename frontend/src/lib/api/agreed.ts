/** Calls whose shapes are agreed and not yet in openapi.json; each goes from here when `npm run api` brings it. */
type Json<Body> = { content: { 'application/json': Body } };
type Get<Body> = { get: { responses: { 200: Json<Body> } } };
type Plain<Verb extends string, Status extends number, Body> = {
  [V in Verb]: { responses: { [S in Status]: Json<Body> } };
};
/** As generated: each verb that a path lacks is said to be missing. */
type Path<T> = T & { [V in Exclude<'get' | 'post' | 'patch' | 'delete', keyof T>]?: never };

interface DocumentFile {
  name: string;
  path: string;
  status: 'pending' | 'processing' | 'completed' | 'failed';
  addedAt: string;
  size: number;
  pages: number | null;
  pagesRead: number;
  reason: string | null;
}

interface Book {
  id: string;
  title: string;
  pages: number;
}

interface Passage {
  bookId: string;
  title: string;
  page: number;
  snippet: string;
  marks: number[][];
}

declare module './schema' {
  interface paths {
    '/api/admin/uploads': Path<
      Get<{ files: DocumentFile[] }> & {
        post: {
          responses: {
            201: Json<{ files: { name: string; status: string; unchanged: boolean }[] }>;
          };
        };
      }
    >;
    '/api/admin/uploads/ingest': Path<Plain<'post', 202, { queued: number }>>;
    '/api/admin/uploads/{fileName}/retry': Path<Plain<'post', 202, unknown>>;
    '/api/admin/uploads/{fileName}': Path<Plain<'delete', 204, never>>;
    '/api/library': Path<Get<{ books: Book[]; premium: boolean }>>;
    '/api/library/search': Path<Get<{ passages: Passage[] }>>;
    '/api/library/{id}/pages/{page}': Path<Get<{ book: Book; page: number; text: string }>>;
  }
}

export {};
