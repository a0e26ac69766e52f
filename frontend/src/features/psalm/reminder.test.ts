import { expect, test } from 'vitest';
import { calendarOf } from './reminder';

const at = (time: string, now: string, text = 'The psalm for this hour:') =>
  calendarOf({
    time,
    now: new Date(now),
    id: 'abc',
    title: 'A quiet moment',
    text,
    url: 'https://example.org/today',
  });
const line = (calendar: string, name: string) =>
  calendar.split('\r\n').find((one) => one.startsWith(`${name}:`));

test('the reminder comes daily, at the next time that the clock shows it', () => {
  const calendar = at('21:00', '2026-11-26T08:30:00');
  expect(line(calendar, 'DTSTART')).toBe('DTSTART:20261126T210000');
  expect(line(calendar, 'RRULE')).toBe('RRULE:FREQ=DAILY');
  expect(line(at('07:05', '2026-12-31T08:30:00'), 'DTSTART')).toBe('DTSTART:20270101T070500');
});

test('the stamp is in UTC, and the time is local, without a zone', () => {
  const calendar = at('21:00', '2026-11-26T08:30:00Z');
  expect(line(calendar, 'DTSTAMP')).toBe('DTSTAMP:20261126T083000Z');
  expect(calendar).not.toContain('TZID');
});

test('every line ends with CR and LF, and every part that begins also ends', () => {
  const calendar = at('21:00', '2026-11-26T08:30:00');
  expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(calendar.endsWith('END:VCALENDAR\r\n')).toBe(true);
  const names = (mark: string) => [...calendar.matchAll(new RegExp(`^${mark}:(.+)$`, 'gm'))];
  expect(names('BEGIN')).toHaveLength(names('END').length);
});

test('a calendar that others see tells nothing, and shows nobody as busy', () => {
  const calendar = at('21:00', '2026-11-26T08:30:00');
  expect(line(calendar, 'CLASS')).toBe('CLASS:PRIVATE');
  expect(line(calendar, 'TRANSP')).toBe('TRANSP:TRANSPARENT');
  expect(line(calendar, 'SUMMARY')).toBe('SUMMARY:A quiet moment');
});

test('marks are escaped', () => {
  const text = 'Read, rest; pray\\wait';
  expect(at('21:00', '2026-11-26T08:30:00', text)).toContain(
    'DESCRIPTION:Read\\, rest\\; pray\\\\wait\\nhttps',
  );
});

test('a long line is folded at 75 octets, and no character is cut', () => {
  const text = 'é'.repeat(100);
  const calendar = at('21:00', '2026-11-26T08:30:00', text);
  const octets = calendar.split('\r\n').map((one) => new TextEncoder().encode(one).length);
  expect(Math.max(...octets)).toBeLessThanOrEqual(75);
  expect(calendar.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${text}\\n`);
});
