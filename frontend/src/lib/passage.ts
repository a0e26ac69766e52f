import { languageOfTranslation, translationNamed } from './translation';

/** A passage of scripture: looked up by reference, never written by us. */
export interface Passage {
  reference: string;
  text: string;
  translation: string;
}

/** The link to a passage. It carries the reference, and the translation of a passage that is not English. */
export function passageLink({ reference, translation }: Omit<Passage, 'text'>): string {
  const link = `${window.location.origin}/passage/${encodeURIComponent(reference)}`;
  if (languageOfTranslation(translation) === 'en') return link;
  return `${link}?translation=${translationNamed(translation)}`;
}

const MAX_LINE = 90;

/** A text's sentences, with their closing quotes. */
export const sentencesOf = (text: string): string[] =>
  (text.match(/\S.*?(?:[.!?…]+[”’"')\]]*(?=\s|$)|(?=\n)|$)/gs) ?? []).map((one) => one.trim());

/** A passage as lines to read slowly: sentences, and long ones at a comma near their middle. No word is changed. */
export const linesOf = (text: string): string[] => sentencesOf(text).flatMap(broken);

function broken(sentence: string): string[] {
  if (sentence.length <= MAX_LINE) return [sentence];
  const middle = sentence.length / 2;
  const breaks = [...sentence.matchAll(/[,;:—][”’"')\]]*\s/g)].map(
    ({ index, 0: mark }) => index + mark.length,
  );
  const [first] = breaks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  if (first === undefined) return [sentence];
  return [...broken(sentence.slice(0, first).trim()), ...broken(sentence.slice(first).trim())];
}
