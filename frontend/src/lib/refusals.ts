/** What the server says when it refuses. It says it in English; a translation says it by the code. */
import { currentLanguage, named } from './language';

export const refusals = named('lib/refusals', {
  /** The whole refusal, or nothing that a screen could show. */
  message: (_code: string, text: string): string | null =>
    currentLanguage() === 'en' ? text : null,
  /** What is wrong with a field. */
  problem: (text: string): string => text,
});
