/**
 * Detects explicit crisis text without a server: a reduced copy of the patterns (docs/crisis-screening.md). It sends,
 * stores and logs nothing, and its run time is linear in the length of the text.
 */
import copy from '@content/crisis-screen.json';

/** The same limit as on the server. */
const MAX_LENGTH = 20_000;
/** Longer tokens match no pattern. */
const MAX_WORD_LEN = 40;
/** How many words before a match may negate it. */
const NEGATION_REACH = 10;
/** Further matches of a phrase are ignored, which bounds the run time. */
const MAX_MATCHES = 100;

interface Rule {
  category: string;
  severity: number;
  find: RegExp[];
  unless: RegExp[];
  also: RegExp[];
}

const spelling = new Map(Object.entries(copy.spelling));
const denied = new RegExp(copy.denied);
let compiled: readonly Rule[] | null = null;

/** The most severe category that a text explicitly mentions; null if there is none. */
export function dangerIn(text: string): string | null {
  const prepared = plainWords(text);
  compiled ??= compile();
  let worst: Rule | null = null;
  for (const rule of compiled) {
    if (rule.severity > (worst?.severity ?? 1) && holds(rule, prepared)) worst = rule;
  }
  return worst?.category ?? null;
}

function compile(): Rule[] {
  const words: Readonly<Record<string, string>> = copy.words;
  const regex = (source: string, flags: string) =>
    new RegExp(
      source
        .replaceAll('{', '(?: (?:')
        .replaceAll('}', ')(?= |\\n|$))')
        .replace(
          /~(\d+)/g,
          (_, most: string) => `(?: (?!(?:not|never|no|without) )[^ \\n]+){0,${most}}?`,
        )
        .replace(/@(\w+)@/g, (_, name: string) => `(?:${words[name] ?? ''})`),
      flags,
    );
  return copy.rules.map(({ category, severity, find, unless, also }) => ({
    category,
    severity,
    find: find.map((source) => regex(source, 'gm')),
    unless: unless.map((source) => regex(source, 'm')),
    also: also.map((source) => regex(source, 'm')),
  }));
}

function holds({ find, unless, also }: Rule, text: string): boolean {
  if (also.length > 0 && !also.some((phrase) => phrase.test(text))) return false;
  // A sentence may contain many matches; `unless` is evaluated once for each sentence.
  const silent = new Map<number, boolean>();
  const silenced = (from: number, to: number) => {
    const known = silent.get(from);
    if (known !== undefined) return known;
    const sentence = text.slice(from, to);
    const found = unless.some((phrase) => phrase.test(sentence));
    silent.set(from, found);
    return found;
  };
  return find.some((phrase) => {
    let matches = 0;
    for (const { index } of text.matchAll(phrase)) {
      const from = text.lastIndexOf('\n', index) + 1;
      const end = text.indexOf('\n', index + 1);
      if (!isDenied(text, from, index) && !silenced(from, end < 0 ? text.length : end)) return true;
      matches += 1;
      if (matches === MAX_MATCHES) return false;
    }
    return false;
  });
}

/** Whether the words before a match negate it: *I have never thought of*. */
function isDenied(text: string, from: number, index: number): boolean {
  let start = index;
  for (let word = 0; word < NEGATION_REACH && start > from; word += 1) {
    start = Math.max(from, text.lastIndexOf(' ', start - 1));
  }
  return denied.test(text.slice(start, index));
}

/**
 * Normalises text: lower case, no accents, one sentence a line, a space before every word, one spelling for each
 * word.
 */
function plainWords(text: string): string {
  const folded = text
    .slice(0, MAX_LENGTH)
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+|\p{Cf}/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[‘’‚‛′ʹʻʼʽ´`]/g, "'")
    .replace(/'(ll|d)(?![\p{L}\p{N}])/gu, ' $1')
    .replaceAll("'", '')
    .replace(/\.(?=\d)/g, '');
  const sentences = folded.split(/[.!?;\n\r。]+/);
  return sentences.map(spelled).filter(Boolean).join('\n');
}

/** Chinese, Japanese and Korean letters are tokens of their own. */
const unspaced = '\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3';
const letter = `(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{M}])`;
/** Tokens: letters and digits with obfuscating signs inside, a letter of those scripts, or one emoji. */
const token = new RegExp(
  `[${unspaced}]|${letter}+(?:[@$*!|+]+${letter}+)*|\\p{Extended_Pictographic}`,
  'gu',
);

function spelled(sentence: string): string {
  let words = '';
  for (const [word] of sentence.matchAll(token)) {
    const short = word.slice(0, MAX_WORD_LEN);
    words += ` ${spelling.get(short) ?? lettered(short)}`;
  }
  return words;
}

const hidden: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '*': 'i',
  '!': 'i',
  '|': 'i',
  '+': 't',
};

/** Decodes signs used as letters: `d1e`, `k*ll`. */
function lettered(word: string): string {
  if (/^(\p{L}+|\p{N}+)$/u.test(word)) return word;
  const meant = word.replace(/[013457@$*!|+]/g, (sign) => hidden[sign] ?? sign);
  return spelling.get(meant) ?? meant;
}
