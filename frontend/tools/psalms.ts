/**
 * The modules `virtual:psalms` and `virtual:psalms.es`: the words of the psalms that `src/features/psalm/references.json`
 * names, taken from the built content at build time. So no file of ours holds scripture, and the app downloads these passages alone.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface Passage {
  reference: string;
  text: string;
  translation: string;
}

/** What stands in the names of the content's files, by the name of the module. */
const languages: Record<string, string> = { 'virtual:psalms': '', 'virtual:psalms.es': '.es' };
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const REFERENCES = at('../src/features/psalm/references.json');
const CONTENT = '../../content/build/app/';
const json = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8'));

/** All passages of the content in a language, in the same order in each. */
function passages(language: string): Passage[] {
  const topics = json<{ scripture: Passage[] }[]>(at(`${CONTENT}guidance${language}.json`));
  const { resources } = json<{ resources: { verses: Passage[] }[] }>(
    at(`${CONTENT}resources${language}.json`),
  );
  return [...topics.flatMap((topic) => topic.scripture), ...resources.flatMap((one) => one.verses)];
}

/** The passages by hour. A reference that the content does not have fails the build. */
function psalms(language: string) {
  const english = passages('');
  const ours = passages(language);
  if (ours.length !== english.length) throw new Error(`The content${language} has other passages.`);
  const find = (reference: string) => {
    const passage = ours[english.findIndex((one) => one.reference === reference)];
    if (!passage) throw new Error(`references.json: the content has no passage ${reference}.`);
    return passage;
  };
  const hours = Object.entries(json<Record<string, string[]>>(REFERENCES));
  return Object.fromEntries(hours.map(([hour, references]) => [hour, references.map(find)]));
}

export const psalmsOfHours: Plugin = {
  name: 'psalms',
  resolveId: (id) => (id in languages ? `\0${id}` : null),
  load(id) {
    const language = languages[id.slice(1)];
    if (language === undefined || !id.startsWith('\0')) return null;
    this.addWatchFile(REFERENCES);
    return `export default ${JSON.stringify(psalms(language))}`;
  },
};
