import { beforeEach, expect, test, vi } from 'vitest';

import { dateInWords, numberInWords } from '@/lib/dates';
import { currentWords, learn, locale, named, speak } from '@/lib/language';
import { keepLanguage, preferredLanguage } from '@/lib/remembered';
import { common } from '@/lib/words';
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
  expect(locale()).toBe('es');
  expect(dateInWords('2026-11-21T12:00:00Z')).toBe('21 de noviembre de 2026');
  expect(numberInWords(12000)).toBe('12.000');
});
