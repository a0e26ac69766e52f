import { wordsNow } from './language';
import { common } from './words';

/** A way to reach a helpline by touch: a number to call or to text. */
export interface ContactLink {
  kind: 'call' | 'text';
  label: string;
  href: string;
}

const digits = (number: string) => number.replace(/[^\d+]/g, '');

export const callLink = (number: string): ContactLink => ({
  kind: 'call',
  label: wordsNow(common).call(number),
  href: `tel:${digits(number)}`,
});

export const textLink = (number: string, keyword?: string): ContactLink => ({
  kind: 'text',
  label: wordsNow(common).textTo(number, keyword),
  href: keyword ? `sms:${digits(number)}?&body=${keyword}` : `sms:${digits(number)}`,
});

/** The links behind a contact as the API words it: `911`, `Text HOME to 741741`, `Call or text 988`. */
export function contactLinks(contact: string): ContactLink[] {
  const withKeyword = /text (\S+) to ([\d\s-]+)/i.exec(contact);
  if (withKeyword?.[1] && withKeyword[2]) return [textLink(withKeyword[2].trim(), withKeyword[1])];
  const number = /\+?\d[\d\s-]*/.exec(contact)?.[0].trim();
  if (!number) return [];
  if (/call or text/i.test(contact)) return [callLink(number), textLink(number)];
  return [/^text\b/i.test(contact) ? textLink(number) : callLink(number)];
}

/** A message which the visitor sends from their own phone to somebody they choose. */
export const smsWithMessage = (message: string) => `sms:?&body=${encodeURIComponent(message)}`;
