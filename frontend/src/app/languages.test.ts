import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';
import { legal } from '@/features/legal/words';
import { dateInWords, numberInWords } from '@/lib/dates';
import { currentLanguage, currentWords, learn, locale, named, speak } from '@/lib/language';
import { page } from '@/lib/page';
import { keepLanguage, pathHere, preferredLanguage } from '@/lib/remembered';
import { common } from '@/lib/words';
import { activatePreferredLanguage, chooseLanguage, PUBLIC } from './languages';
import { spanish } from './spanish';

beforeEach(() => speak('en', new Map()));

test.each([
  [['es-MX', 'en-US'], 'es'],
  [['en-GB', 'es'], 'en'],
  [['de-DE', 'es-ES', 'en'], 'es'],
  [['fr', 'de'], 'en'],
  [[], 'en'],
] as const)('for the browser languages %j the app uses %s', (preferred, wanted) => {
  expect(preferredLanguage(preferred)).toBe(wanted);
});

test('a chosen language takes precedence over that of the browser', () => {
  keepLanguage('en');
  expect(preferredLanguage(['es'])).toBe('en');
});

test.each([
  ['/es', 'es', '/'],
  ['/es/', 'es', '/'],
  ['/es/guidelines', 'es', '/guidelines'],
  ['/essays', 'en', '/essays'],
  ['/guidelines', 'en', '/guidelines'],
])('the address %s shows the screen in %s', (address, language, path) => {
  keepLanguage('en');
  window.history.replaceState(null, '', address);
  expect(preferredLanguage(['en'])).toBe(language);
  expect(pathHere()).toBe(path);
});

test('the pages of staff are in English for everybody', async () => {
  keepLanguage('es');
  await activatePreferredLanguage();
  expect(currentLanguage()).toBe('es');
  window.history.replaceState(null, '', '/admin');
  await activatePreferredLanguage();
  expect(currentLanguage()).toBe('en');
});

test('who chooses another language than that of the address goes to the other address', async () => {
  const go = vi.spyOn(page, 'go').mockImplementation(() => {});
  window.history.replaceState(null, '', '/es/guidelines');
  await chooseLanguage('en');
  expect(go).toHaveBeenCalledWith('/guidelines');
  expect(document.cookie).toContain('look=en.');
  window.history.replaceState(null, '', '/guidelines');
  expect(preferredLanguage(['es'])).toBe('en');
});

test.each([
  ['/', '/es'],
  ['/?from=friend', '/es?from=friend'],
  ['/guidelines#children', '/es/guidelines#children'],
  ['/instant-support', '/es/instant-support'],
  ['/resources?category=peace', '/es/resources?category=peace'],
])(
  'who chooses Spanish on the public screen %s reads it at %s',
  async (address, spanishAddress) => {
    const go = vi.spyOn(page, 'go').mockImplementation(() => {});
    window.history.replaceState(null, '', address);
    await chooseLanguage('es');
    expect(go).toHaveBeenCalledExactlyOnceWith(spanishAddress);
    expect(document.cookie).toContain('look=es.');
  },
);

test('the server names the same screens to search engines', () => {
  const server = readFileSync('../web-api/src/frontend.rs', 'utf8');
  const [, listed = ''] = server.match(/^const PUBLIC: .* = (\[.*\]);$/m) ?? [];
  expect(JSON.parse(listed)).toEqual(PUBLIC);
});

test('an answer stays where it is when its reader chooses another language', async () => {
  const go = vi.spyOn(page, 'go').mockImplementation(() => {});
  window.history.replaceState(null, '', '/result');
  await chooseLanguage('es');
  expect(currentLanguage()).toBe('es');
  expect(go).not.toHaveBeenCalled();
});

test('the search and the place on the page go along to the other address', async () => {
  const go = vi.spyOn(page, 'go').mockImplementation(() => {});
  window.history.replaceState(null, '', '/es/resources?category=peace&search=ansiedad#books');
  await chooseLanguage('en');
  expect(go).toHaveBeenCalledWith('/resources?category=peace&search=ansiedad#books');
});

test('a choice brings the words of the screen on which it is made', async () => {
  window.history.replaceState(null, '', '/terms');
  await chooseLanguage('es');
  expect(currentWords(legal).terms).toBe('Términos');
});

test('a catalogue is shown in the current language, or in English without a translation', () => {
  const untranslated = { title: 'Terms' };
  speak('es', spanish);
  expect(document.documentElement.lang).toBe('es');
  expect(currentWords(common).call('988')).toBe('Llamar al 988');
  expect(currentWords(untranslated)).toBe(untranslated);
});

test('catalogues that come later count in their language alone', () => {
  const words = named('test/near', { ask: 'Was this near?' });
  learn('es', { 'test/near': { ask: '¿Se acercó?' } });
  expect(currentWords(words).ask).toBe('Was this near?');
  speak('es', spanish);
  expect(currentWords(words).ask).toBe('¿Se acercó?');
});

test('dates and numbers use the format of the visitor’s region', () => {
  const preferred = vi.spyOn(navigator, 'languages', 'get');
  preferred.mockReturnValue(['en-GB', 'es-MX']);
  expect(dateInWords('2026-11-21T12:00:00Z')).toBe('21 November 2026');
  preferred.mockReturnValue(['de-DE']);
  expect(numberInWords(12000)).toBe('12,000');
  speak('es', spanish);
  expect(locale()).toBe('es-419');
  expect(dateInWords('2026-11-21T12:00:00Z')).toBe('21 de noviembre de 2026');
  expect(numberInWords(12000)).toBe('12,000');
});
