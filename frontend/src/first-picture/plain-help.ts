/** Fallback when the app fails to load: adds the helplines to a first picture or to an empty page. */
import { elsewhere } from '@/app/words';

/** A contact as the server writes it: `US Emergency Services: 911`, `US Crisis Text Line: Text HOME to 741741`. */
const CONTACT = /: (Text (?:(\S+) to )?)?([\d -]+)$/;

/** Adds the helplines to an empty page or to the help picture, which was rendered without a country. */
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

/** The helplines in the document's `<noscript>`, in English. */
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
