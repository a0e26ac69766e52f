/** Everything that a person can meet is translated, and nothing of it is left in English. The staff's pages are English. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import guidelines from '@content/guidelines.json';
import privacy from '@content/privacy.json';
import resources from '@content/resources.json';
import terms from '@content/terms.json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { psalms } from '@/features/psalm/psalm-at';
import { removed } from '@/features/testimony/words';
import { ApiError } from '@/lib/api/error';
import { currentWords, speak } from '@/lib/language';
import { withPlaceholders } from '@/lib/placeholders';
import { byCode, byProblem } from '@/lib/refusals.es';
import { spanish } from './spanish';
import './spanish-screens';
import './spanish-payment';
import './spanish-pages';
// They name their texts.
import '@/features/guidelines/guidelines-screen';
import '@/features/legal/privacy-screen';
import '@/features/legal/terms-screen';
import '@/features/resources/resources-screen';

const modules = import.meta.glob<Record<string, object>>(
  [
    '../{app,features,lib,ui}/**/{words,*-words,refusals}.ts',
    '!../features/admin/**',
    // The service worker picks the words of a notice itself; they stand side by side.
    '!../features/push/notice-words.ts',
  ],
  { eager: true },
);
const catalogues = Object.entries(modules).flatMap(([path, module]) =>
  Object.entries(module).map(([name, english]) => ({ name: `${path} ${name}`, english })),
);

beforeAll(() => speak('es', spanish));
afterAll(() => speak('en', new Map()));

/** What may be the same in both languages. */
const SAME = ['Premium', 'Error', 'OK', 'hospital'];
/** Ids among the words. */
const IDS = /\.shelves\.\d\.0$/;
/** Words that no Spanish sentence of ours has. */
const ENGLISH =
  /\b(the|and|your|you|we|is|are|was|were|please|with|of|to|for|not|it|this|that|from|our|they|will|again|by)\b/i;
/** How people in Spain speak, but hardly anybody in Latin America. */
const OF_SPAIN =
  /\b(vosotros|vosotras|vuestr[oa]s?|habéis|podéis|queréis|tenéis|ordenador|móvil|añadir|pulsar?)\b/i;

/** Texts as they are shown. What functions make is shown for one, several and many, and for names. */
function said(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') {
    const calls = [
      [1, 1],
      [3, 12],
      [100, 100],
      ['Xx', '3'],
      ['Xx', 3],
      [['email', 'google']],
      [null],
    ];
    return calls.flatMap((args, call) => {
      try {
        const text = (value as (...of: unknown[]) => unknown)(...args);
        // A call with arguments of another kind says nothing.
        return typeof text !== 'string' || /undefined|NaN/.test(text)
          ? []
          : said(text, `${path}(${call})`);
      } catch {
        return [];
      }
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => said(inner, `${path}.${key}`));
}

test('every catalogue has a translation', () => {
  expect(catalogues.length).toBeGreaterThan(50);
  const missing = catalogues.filter(({ english }) => currentWords(english) === english);
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test.each(catalogues)('$name is in Spanish throughout', ({ english }) => {
  const inEnglish = new Map(said(english));
  for (const [path, text] of said(currentWords(english))) {
    if (IDS.test(path)) continue;
    const same = inEnglish.get(path) === text && /\p{L}{2}/u.test(text.replaceAll('Xx', ''));
    if (same) expect(SAME, path).toContain(text);
    expect(text, path).not.toMatch(ENGLISH);
    expect(text, path).not.toMatch(OF_SPAIN);
  }
});

test.each([
  ['left in English', { a: 'Return Home' }, { a: 'Return Home' }],
  ['half translated', { a: 'Return Home' }, { a: 'Volver to Home' }],
])('a text that is %s is found', (_, english, translation) => {
  const inEnglish = new Map(said(english));
  const wrong = said(translation).filter(
    ([path, text]) => inEnglish.get(path) === text || ENGLISH.test(text),
  );
  expect(wrong).toHaveLength(1);
});

const ROOT = join(process.cwd(), '..');

/** The files of a folder of the server, below it as well. */
function sources(folder: string): string {
  const at = join(ROOT, folder);
  return readdirSync(at, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rs') && !name.includes('admin'))
    .map((name) => readFileSync(join(at, name), 'utf8').split('#[cfg(test)]')[0] ?? '')
    .join('\n');
}

describe('what the server refuses', () => {
  /** Codes of calls that only staff, Stripe or scripts make. */
  const others = [
    ...[
      'ADMIN_SIGN_IN_REQUIRED',
      'ADMIN_NOT_SET_UP',
      'INVALID_PASSWORD',
      'CODE_NEEDED',
      'CODE_USED',
      'ROLE_TOO_LOW',
    ],
    ...['INVALID_FILE_TYPE', 'FILE_TOO_LARGE', 'EMPTY_FILE', 'NO_FILE', 'USER_BLOCKED'],
    'BAD_SIGNATURE',
  ];

  test('every code of the server has words', () => {
    const server = sources('web-api/src');
    // A code stands before its message, in a call or in a pair.
    const codes = server.matchAll(/"([A-Z]+(?:_[A-Z]+)*)",\s*(?:"[^"]* [^"]*"|format!)/g);
    const found = new Set([...codes].map(([, code = '']) => code));
    expect(found.size).toBeGreaterThan(30);
    const known = [...Object.keys(byCode), ...others, 'INVALID_FIELDS'];
    expect([...found].filter((code) => !known.includes(code))).toEqual([]);
  });

  test('every problem of a field has words', () => {
    const files = ['guidance', 'guidance/matching', 'prayer/input', 'push/devices', 'search/query'];
    files.push('subscription/buyer', 'testimony/submission', 'user/name');
    const rules = files.map((name) => {
      const rule = join(ROOT, `shared/src/${name}.rs`);
      return readFileSync(rule, 'utf8').split('#[cfg(test)]')[0] ?? '';
    });
    const problems = rules.join('\n').matchAll(/"((?:Please|You must|This address)[^"]*)"/g);
    const found = new Set([...problems].map(([, problem = '']) => problem));
    expect(found.size).toBeGreaterThan(15);
    expect([...found].filter((problem) => !(problem in byProblem))).toEqual([]);
  });

  test('the words of the server are not shown', () => {
    const body = (code: string, message: string, fields = {}) =>
      new ApiError(400, JSON.stringify({ code, message, fields }));
    expect(body('STORY_LIMIT', 'You shared many stories today.').humanMessage).toMatch(/^Hoy comp/);
    expect(body('NEWER_THAN_US', 'Something.').humanMessage).toBeNull();
    const invalid = body('INVALID_FIELDS', 'Please write your prayer.', {
      text: 'Please write your prayer.',
      note: 'Newer than us.',
    });
    expect(invalid.humanMessage).toBe('Escribe tu oración, por favor.');
    expect(invalid.fields).toEqual({
      text: 'Escribe tu oración, por favor.',
      note: 'Revisa lo que escribiste, por favor.',
    });
  });
});

test('every placeholder has a Spanish word', () => {
  const same = Object.keys(removed).filter(
    (word) => withPlaceholders(`[${word}]`, 'es') === `[${word}]`,
  );
  expect(same).toEqual(['hospital']);
});

describe('the long texts', () => {
  const pages = { guidelines, terms, privacy };

  test.each(Object.entries(pages))('%s has the same parts in both languages', (_, english) => {
    const shape = (page: typeof english) =>
      page.map(({ title, blocks }) => [title === '', blocks.map(({ kind }) => kind)]);
    const ours = currentWords(english);
    expect(shape(ours)).toEqual(shape(english));
    for (const [path, text] of said(ours)) {
      if (/\.(title|text)$/.test(path)) {
        const own = text.replace(/988|Crisis Text Line|National Domestic Violence Hotline/g, '');
        expect(own, path).not.toMatch(ENGLISH);
      }
    }
  });

  test.each([
    ['terms', terms],
    ['privacy', privacy],
  ])('%s was changed on the same day in both languages', (_, english) => {
    const first = ({ blocks }: (typeof terms)[number]) => blocks[0]?.text ?? '';
    const [, month = '', day, year] =
      /^Last changed on (\w+) (\d+), (\d+)\.$/.exec(
        first(english[0] ?? { title: '', blocks: [] }),
      ) ?? [];
    const date = new Date(`${month} ${day}, ${year} 12:00 UTC`);
    const inSpanish = new Intl.DateTimeFormat('es', { dateStyle: 'long' }).format(date);
    expect(first(currentWords(english)[0] ?? { title: '', blocks: [] })).toBe(
      `Último cambio: ${inSpanish}.`,
    );
  });

  test('the resources and the psalms stand in the Spanish translation', () => {
    const ours = currentWords(resources);
    expect(ours.resources.map(({ id, category }) => [id, category])).toEqual(
      resources.resources.map(({ id, category }) => [id, category]),
    );
    const verses = ours.resources.flatMap((one) => one.verses);
    const ofHours = Object.values(currentWords(psalms)).flat();
    for (const { translation } of [...verses, ...ofHours])
      expect(translation).toBe('Reina-Valera 1909');
    expect(ofHours.map(({ reference }) => reference.replace('Salmo', 'Psalm'))).toEqual(
      Object.values(psalms)
        .flat()
        .map(({ reference }) => reference),
    );
  });
});
