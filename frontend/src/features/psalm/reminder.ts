/** A daily reminder as a calendar file (RFC 5545), made in the browser. No server learns of it. */

const MAX_LINE_OCTETS = 75;
const MINUTES = 10;

interface Reminder {
  /** The time of day as `HH:MM`. It is local wherever the calendar is: no time zone, so it moves with its owner. */
  time: string;
  now: Date;
  /** Unique, so that a second file does not replace the first entry. */
  id: string;
  title: string;
  text: string;
  url: string;
}

export function calendarOf({ time, now, id, title, text, url }: Reminder): string {
  const start = firstAt(time, now);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Stillwater//Psalm of the day//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${digits(now.toISOString().slice(0, 19))}Z`,
    `DTSTART:${start}`,
    `DURATION:PT${MINUTES}M`,
    'RRULE:FREQ=DAILY',
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(`${text}\n${url}`)}`,
    `URL:${url}`,
    // Others who see the calendar see no more than that there is something, and nobody is shown as busy.
    'CLASS:PRIVATE',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:PT0S',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}

/** The next time that the clock shows this, as a local date-time (section 3.3.5, form 1). */
function firstAt(time: string, now: Date): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hours, minutes);
  if (start <= now) start.setDate(start.getDate() + 1);
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${start.getFullYear()}${two(start.getMonth() + 1)}${two(start.getDate())}`;
  // The hour as asked for: on the day of a change of the clock, a `Date` may have moved it.
  return `${day}T${two(hours)}${two(minutes)}00`;
}

const digits = (iso: string) => iso.replaceAll(/[-:]/g, '');

/** TEXT, section 3.3.11. */
const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`).replaceAll('\n', '\\n');

/** Section 3.1: a line has at most 75 octets, and its continuation begins with a space. No character is cut. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_LINE_OCTETS) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}
