import { currentWords } from './language';
import { common } from './words';

/** A link that calls or texts a helpline. */
export interface ContactLink {
  kind: 'call' | 'text';
  label: string;
  href: string;
}

const digits = (number: string) => number.replace(/[^\d+]/g, '');

/** `press` is a key to press after calling. */
export const callLink = (number: string, press?: string): ContactLink => ({
  kind: 'call',
  label: currentWords(common).call(number, press),
  href: `tel:${digits(number)}`,
});

export const textLink = (number: string, keyword?: string): ContactLink => ({
  kind: 'text',
  label: currentWords(common).textTo(number, keyword),
  href: keyword ? `sms:${digits(number)}?&body=${keyword}` : `sms:${digits(number)}`,
});

/** Parses a contact as the API words it: `911`, `Text HOME to 741741`, `Envía AYUDA al 741741`, `Call or text 988`. */
export function contactLinks(contact: string): ContactLink[] {
  const withKeyword = /(?:text|envía) (\S+) (?:to|al) ([\d\s-]+)/i.exec(contact);
  if (withKeyword?.[1] && withKeyword[2]) return [textLink(withKeyword[2].trim(), withKeyword[1])];
  const number = /\+?\d[\d\s-]*/.exec(contact)?.[0].trim();
  if (!number) return [];
  if (/call or text/i.test(contact)) return [callLink(number), textLink(number)];
  return [/^(text|escribe)\b/i.test(contact) ? textLink(number) : callLink(number)];
}

/** A link to a prepared text message from the visitor's own phone. */
export const smsWithMessage = (message: string) => `sms:?&body=${encodeURIComponent(message)}`;
