/** Aliases of the generated types, derived from the operations so that they cannot drift. */
import type { paths } from './schema';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Answers<P extends keyof paths, M extends Method> = paths[P][M] extends { responses: infer R }
  ? R
  : never;
type Json<R> = R extends { content: { 'application/json': infer Body } } ? Body : never;

/** The body of a successful response. */
export type Answer<P extends keyof paths, M extends Method> =
  Answers<P, M> extends { 200: infer R }
    ? Json<R>
    : Answers<P, M> extends { 201: infer R }
      ? Json<R>
      : Answers<P, M> extends { 202: infer R }
        ? Json<R>
        : never;

/** The paths that take a JSON body by POST. */
export type PostPath = {
  [P in keyof paths]: paths[P]['post'] extends { requestBody: unknown } ? P : never;
}[keyof paths];

/** The request body of a POST. */
export type Sent<P extends PostPath> = paths[P]['post'] extends { requestBody: infer R }
  ? Json<R>
  : never;

export type Guidance = Answer<'/api/guidance', 'post'>;
export type GuidanceRequest = Sent<'/api/guidance'>;
export type PublishedTestimony = Guidance['testimonies'][number];
export type Topic = Answer<'/api/topics', 'get'>[number];
export type Usage = Answer<'/api/usage', 'get'>;
export type User = Answer<'/api/auth/user', 'get'>;
export type OwnTestimony = Answer<'/api/user/testimonies', 'get'>[number];
export type ReviewTime = Answer<'/api/testimonies/review-time', 'get'>;
export type Receipt = Answer<'/api/user/account', 'delete'>;
export type CrisisResources = Answer<'/api/crisis-resources', 'get'>;
export type Testimony = Sent<'/api/testimonies'>;
export type Preview = Answer<'/api/testimonies/preview', 'post'>;
export type PreviewRequest = Sent<'/api/testimonies/preview'>;

export type Book = Answer<'/api/library', 'get'>['books'][number];
export type LibraryPassage = Answer<'/api/library/search', 'get'>['passages'][number];
export type LibraryPage = Answer<'/api/library/{id}/pages/{page}', 'get'>;
export type KeptLetters = Answer<'/api/user/letters', 'get'>;
export type Prayer = Answer<'/api/prayers', 'get'>['prayers'][number];
