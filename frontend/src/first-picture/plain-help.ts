/** What stands on a screen without a first picture when the app could not come: the numbers alone, and a way to it. */
import { elsewhere } from '@/app/words';

/** A contact as the server writes it: `US Emergency Services: 911`, `US Crisis Text Line: Text HOME to 741741`. */
const CONTACT = /: (Text (?:(\S+) to )?)?([\d -]+)$/;

/** The document's own helplines, which are there for browsers without JavaScript. It speaks English, as they do. */
export function plainHelp(): HTMLElement {
  const words = elsewhere.failed;
  const main = element('main', 'mx-auto max-w-[38rem] px-6 py-16');
  const again = element('button', 'rounded-full bg-water px-6.5 py-4 text-on-water', words.again);
  main.lang = 'en';
  main.append(
    element('h1', 'display text-h1 text-ink', words.title),
    element('p', 'mt-3 text-lead', words.text),
    ...helplines().map(helpline),
    again,
  );
  return main;
}

function helplines(): string[] {
  const unread = document.querySelector('noscript')?.textContent ?? '';
  const list = new DOMParser().parseFromString(unread, 'text/html').querySelector('pre');
  return list?.textContent.trim().split('\n') ?? [];
}

function helpline(line: string): HTMLElement {
  const paragraph = element('p', 'my-4', line);
  const contact = CONTACT.exec(line);
  if (!contact) return paragraph;
  const [, text, keyword, number = ''] = contact;
  const link = element('a', 'font-semibold text-water underline', contact[0].slice(2));
  const digits = number.replace(/\D/g, '');
  link.href = `${text ? 'sms' : 'tel'}:${digits}${keyword ? `?&body=${keyword}` : ''}`;
  paragraph.textContent = line.slice(0, contact.index + 2);
  paragraph.append(link);
  return paragraph;
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string, text = '') {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
