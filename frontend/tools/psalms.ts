/**
 * The module `virtual:psalms`: the words of the psalms that `src/features/psalm/references.json` names, taken from
 * the built content at build time. So no file of ours holds scripture, and the app downloads these passages alone.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface Passage {
  reference: string;
  text: string;
  translation: string;
}

const ID = 'virtual:psalms';
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const REFERENCES = at('../src/features/psalm/references.json');
const CONTENT = '../../content/build/app/';
const json = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8'));

/** The passages by hour. A reference that the content does not have fails the build. */
function psalms() {
  const topics = json<{ scripture: Passage[] }[]>(at(`${CONTENT}guidance.json`));
  const { resources } = json<{ resources: { verses: Passage[] }[] }>(
    at(`${CONTENT}resources.json`),
  );
  const all = [...topics.map((topic) => topic.scripture), ...resources.map((one) => one.verses)];
  const passages = new Map(all.flat().map((passage) => [passage.reference, passage]));
  const find = (reference: string) => {
    const passage = passages.get(reference);
    if (!passage) throw new Error(`references.json: the content has no passage ${reference}.`);
    return passage;
  };
  const hours = Object.entries(json<Record<string, string[]>>(REFERENCES));
  return Object.fromEntries(hours.map(([hour, references]) => [hour, references.map(find)]));
}

export const psalmsOfHours: Plugin = {
  name: 'psalms',
  resolveId: (id) => (id === ID ? `\0${ID}` : null),
  load(id) {
    if (id !== `\0${ID}`) return null;
    this.addWatchFile(REFERENCES);
    return `export default ${JSON.stringify(psalms())}`;
  },
};
