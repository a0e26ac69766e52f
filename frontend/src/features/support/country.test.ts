import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { pickCountry } from '@/lib/country';
import { guessedCountry, useCountry } from './country';

beforeEach(() => pickCountry(null));

// The same cases as on the server: `shared/src/country.rs`.
test.each([
  ['Australia/Lord_Howe', ['en-US'], 'AU'],
  ['US/Eastern', [], 'US'],
  ['Europe/London', ['en-US', 'en'], 'GB'],
  ['Asia/Manila', ['en-US'], 'elsewhere'],
  ['UTC', ['en-GB', 'en'], 'GB'],
  ['UTC', ['en-gb'], 'GB'],
  ['Etc/UTC', ['de-DE'], 'elsewhere'],
  ['Etc/GMT+5', ['es-419', 'en-GB'], 'US'],
  ['nonsense', ['en'], 'US'],
  ['', [], 'US'],
])(
  'in the zone “%s”, with the languages %j, the helplines are of %s',
  (zone, languages, country) => {
    expect(guessedCountry(zone, languages)).toBe(country);
  },
);

test.each([
  ['gb', 'GB'],
  ['elsewhere', 'elsewhere'],
  ['FR', 'elsewhere'],
])('the chosen country %s takes precedence over the device: %s', (picked, country) => {
  pickCountry(picked);
  expect(renderHook(useCountry).result.current).toBe(country);
});

test('the time zone of the device counts when no country was chosen', () => {
  vi.stubGlobal('Temporal', { Now: { timeZoneId: () => 'Asia/Manila' } });
  expect(renderHook(useCountry).result.current).toBe('elsewhere');
});

test('a device without a known zone still gets helplines', () => {
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
    throw new RangeError('Invalid time zone specified');
  });
  expect(renderHook(useCountry).result.current).toBe('US');
});

test('when no country can be detected, the configured default counts', () => {
  document.head.innerHTML = '<meta name="default-country" content="NZ" />';
  expect(guessedCountry('UTC', ['en'])).toBe('NZ');
  document.head.innerHTML = '';
});
