import { beforeEach, expect, test, vi } from 'vitest';

import { dateInWords, numberInWords } from '@/lib/dates';
import { locale, speak, wordsNow } from '@/lib/language';
import { keepLanguage, wantedLanguage } from '@/lib/remembered';
import { common } from '@/lib/words';
import { spanish } from './spanish';

beforeEach(() => speak('en', new Map()));

test.each([
  [['es-MX', 'en-US'], 'es'],
  [['en-GB', 'es'], 'en'],
  [['de-DE', 'es-ES', 'en'], 'es'],
  [['fr', 'de'], 'en'],
  [[], 'en'],
] as const)('of %j we speak %s', (preferred, wanted) => {
  expect(wantedLanguage(preferred)).toBe(wanted);
});

test('what somebody chose goes before what their browser says', () => {
  keepLanguage('en');
  expect(wantedLanguage(['es'])).toBe('en');
});

test('a catalogue is said in the language spoken, and in English where it has no translation', () => {
  const untranslated = { title: 'Terms' };
  speak('es', spanish);
  expect(document.documentElement.lang).toBe('es');
  expect(wordsNow(common).call('988')).toBe('Llamar al 988');
  expect(wordsNow(untranslated)).toBe(untranslated);
});

test('dates and numbers are written as in the visitor’s region', () => {
  const preferred = vi.spyOn(navigator, 'languages', 'get');
  preferred.mockReturnValue(['en-GB', 'es-MX']);
  expect(dateInWords('2026-11-21T12:00:00Z')).toBe('21 November 2026');
  preferred.mockReturnValue(['de-DE']);
  expect(numberInWords(12000)).toBe('12,000');
  speak('es', spanish);
  expect(locale()).toBe('es');
  expect(dateInWords('2026-11-21T12:00:00Z')).toBe('21 de noviembre de 2026');
  expect(numberInWords(12000)).toBe('12.000');
});
