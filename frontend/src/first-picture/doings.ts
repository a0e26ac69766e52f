/** What somebody does in the first picture while the app is on its way: it is done again in the app. */

import { leaveOnEscape, leaveQuickly } from '@/lib/leave-quickly';

type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldsIn = (root: HTMLElement) => [...root.querySelectorAll<Field>('input, textarea')];
const LEAVE = '[data-leave-quickly]';
const wordsOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;

/**
 * Follows what is done in the picture until the returned function does it again in what has taken its place.
 * Links work by themselves; fields and buttons need the app.
 */
export function followDoings(root: HTMLElement): () => void {
  const fields = fieldsIn(root);
  let pressed: Element | null = null;
  let focused: Element | null = null;
  let cursor: [number | null, number | null] = [null, null];
  let scrolledTo: number | null = null;

  const listeners = {
    click(event: Event) {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (!button) return;
      event.preventDefault();
      // Whoever may be watched waits for nothing.
      if (button.matches(LEAVE)) leaveQuickly();
      else pressed = button;
    },
    submit(event: Event) {
      event.preventDefault();
    },
    focusin({ target }: Event) {
      focused = target instanceof Element ? target : null;
    },
    // Of a field that is no longer in the document nobody can ask it.
    selectionchange() {
      const field = fields.find((one) => one === document.activeElement);
      if (field) cursor = [field.selectionStart, field.selectionEnd];
    },
    scroll() {
      scrolledTo = window.scrollY;
    },
  };
  for (const [type, listener] of Object.entries(listeners))
    document.addEventListener(type, listener, { passive: type === 'scroll' });

  const stopLeaving = root.querySelector(LEAVE) ? leaveOnEscape() : () => {};

  const twinOf = (element: Element | null) => {
    if (element === null) return undefined;
    const index = fields.indexOf(element as Field);
    if (index >= 0) return fieldsIn(root)[index];
    const alike = root.querySelectorAll<HTMLElement>(element.tagName);
    return [...alike].find((one) => wordsOf(one) === wordsOf(element));
  };

  return () => {
    for (const [type, listener] of Object.entries(listeners))
      document.removeEventListener(type, listener);
    stopLeaving();
    for (const field of fields) {
      const twin = twinOf(field) as Field | undefined;
      if (twin) carryOver(field, twin);
    }
    const twin = twinOf(focused);
    twin?.focus({ preventScroll: true });
    if (twin instanceof HTMLTextAreaElement) twin.setSelectionRange(...cursor);
    if (scrolledTo !== null) window.scrollTo(0, scrolledTo);
    twinOf(pressed)?.click();
  };
}

/** Types into the app's field what stands in the picture's, as a person would: the app hears of it. */
function carryOver(from: Field, to: Field) {
  if (from.type === 'checkbox') {
    if ((from as HTMLInputElement).checked) to.click();
  } else if (from.value !== '') {
    // React notices a change only through the property of the element's own class.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value') ?? {};
    set?.call(to, from.value);
    to.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
