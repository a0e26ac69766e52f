/** What stands on a screen when the app could not come: the numbers alone, and a way to it where there is no picture. */
import { elsewhere } from '@/app/words';

/** A contact as the server writes it: `US Emergency Services: 911`, `US Crisis Text Line: Text HOME to 741741`. */
const CONTACT = /: (Text (?:(\S+) to )?)?([\d -]+)$/;

/** Puts the numbers where there is no picture, and in that of the page of help, which was drawn without a country. */
export function addPlainHelp(root: HTMLElement): void {
  if (!root.hasChildNodes()) root.append(plainPage());
  else if (root.dataset.firstPicture === 'instant-support')
    root.querySelector('[data-picture-ends]')?.after(helplines());
}

function plainPage(): HTMLElement {
  const words = elsewhere.failed;
  const main = element('main', 'mx-auto max-w-[38rem] px-6 py-16');
  const again = element('button', 'rounded-full bg-water px-6.5 py-4 text-on-water', words.again);
  main.lang = 'en';
  main.append(
    element('h1', 'display text-h1 text-ink', words.title),
    element('p', 'mt-3 text-lead', words.text),
    helplines(),
    again,
  );
  return main;
}

/** The document's own helplines, which are there for browsers without JavaScript. They speak English. */
function helplines(): HTMLElement {
  const unread = document.querySelector('noscript')?.textContent ?? '';
  const list = new DOMParser().parseFromString(unread, 'text/html').querySelector('pre');
  const lines = list?.textContent.trim().split('\n') ?? [];
  const place = element('div', '');
  place.lang = 'en';
  place.append(...lines.map(helpline));
  return place;
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
